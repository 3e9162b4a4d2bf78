import type { Lang } from '#shared/messages/catalogue.ts';
import { LinkMover } from '#web/features/appointments/moving/link-mover.tsx';
import { LinkCard } from '#web/features/links/link-card.tsx';
import { defineIsland } from '#web/islands/define.ts';

interface LinkIslandProps {
  lang: Lang;
  today: string;
  daysAhead: number;
  cutoffHours: number;
  branches: readonly { id: number; phone: string }[];
  serviceId: number | null;
}

function LinkIsland({ lang, today, daysAhead, cutoffHours, branches, serviceId }: LinkIslandProps) {
  return (
    <LinkCard
      cutoffHours={cutoffHours}
      mover={({ link, move }) =>
        link.locationId !== null && (
          <LinkMover
            {...{ lang, today, daysAhead, serviceId }}
            locationId={link.locationId}
            phone={branches.find(({ id }) => id === link.locationId)?.phone ?? ''}
            onMove={move}
          />
        )
      }
    />
  );
}

export const island = defineIsland({
  name: 'link',
  areas: ['common', 'errors', 'public', 'booking'],
  component: LinkIsland,
});
