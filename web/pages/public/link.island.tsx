import { formatVisit } from '#shared/domain/time-words.ts';
import type { Lang } from '#shared/messages/catalogue.ts';
import { choiceOf } from '#web/features/appointments/doctors/doctor-choice.ts';
import { LinkMover } from '#web/features/appointments/moving/link-mover.tsx';
import { StatusPill } from '#web/features/appointments/visit/status-pill.tsx';
import { OwnDayWords } from '#web/features/arrivals/own-day.tsx';
import { LinkCard } from '#web/features/links/link-card.tsx';
import { joined } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';

interface LinkIslandProps {
  lang: Lang;
  today: string;
  daysAhead: number;
  cutoffHours: number;
  branches: readonly { id: number; name: string; phone: string }[];
  services: readonly { id: number; name: string }[];
  serviceId: number | null;
}

const nameIn = (list: readonly { id: number; name: string }[], id: number) =>
  list.find((one) => one.id === id)?.name ?? null;

function LinkIsland(props: LinkIslandProps) {
  const { lang, today, daysAhead, cutoffHours, branches, services, serviceId } = props;
  return (
    <LinkCard
      visit={(visit) => (
        <div className="grid gap-1 rounded-card border border-line bg-page px-5 py-4">
          <p className="flex flex-wrap items-center justify-between gap-2">
            <b className="ltr num text-lead font-strong">{visit.reference}</b>
            <StatusPill status={visit.status} />
          </p>
          <p className="num font-strong">{formatVisit(lang, visit.appointmentDate, visit.appointmentTime)}</p>
          <p className="text-ui text-ink-2">
            {joined(nameIn(branches, visit.locationId), nameIn(services, visit.serviceId))}
          </p>
        </div>
      )}
      cutoffHours={cutoffHours}
      day={(day) => <OwnDayWords day={day} />}
      mover={({ link, move }) =>
        link.locationId !== null && (
          <LinkMover
            {...{ lang, today, daysAhead }}
            serviceId={link.visit?.serviceId ?? serviceId}
            locationId={link.locationId}
            doctor={choiceOf(link)}
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
