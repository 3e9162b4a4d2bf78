import { listNoShows } from '#shared/contract/desk/no-shows.ts';
import { useRead } from '#web/api/hooks.ts';
import { MissedVisit } from './missed-visit.tsx';

/** Shown in the patient's file at a missed appointment. */
export function MissedInFile({ visitId, patientId }: { visitId: number; patientId: number }) {
  const { data } = useRead(listNoShows, { query: { patientId: String(patientId) } });
  const one = data?.noShows.find(({ id }) => id === visitId);
  return one ? <MissedVisit one={one} /> : null;
}
