import { listNoShows } from '#shared/contract/desk/no-shows.ts';
import { useRead } from '#web/api/hooks.ts';
import { MissedVisit } from './missed-visit.tsx';

/** In her file, at a visit that she missed. */
export function MissedInFile({ visitId, patientId }: { visitId: number; patientId: number }) {
  const { data } = useRead(listNoShows, { query: { patientId: String(patientId) } });
  const one = data?.noShows.find(({ id }) => id === visitId);
  return one ? <MissedVisit one={one} /> : null;
}
