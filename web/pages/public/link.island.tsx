import type { Lang } from '#shared/messages/catalogue.ts';
import { LinkMover } from '#web/features/appointments/booking/link-mover.tsx';
import { LinkCard } from '#web/features/links/link-card.tsx';

interface LinkIslandProps {
  lang: Lang;
  today: string;
  daysAhead: number;
  cutoffHours: number;
  branches: readonly { id: number; phone: string }[];
  serviceId: number | null;
}

export function LinkIsland({ lang, today, daysAhead, cutoffHours, branches, serviceId }: LinkIslandProps) {
  return (
    <LinkCard
      cutoffHours={cutoffHours}
      mover={({ link, busy, move }) =>
        link.locationId !== null && (
          <LinkMover
            {...{ lang, today, daysAhead, serviceId, busy }}
            locationId={link.locationId}
            phone={branches.find(({ id }) => id === link.locationId)?.phone ?? ''}
            onMove={move}
          />
        )
      }
    />
  );
}
