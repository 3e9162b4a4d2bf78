import { formatVisit } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { readDoctorChoice } from '#web/features/appointments/doctors/doctor-choice.ts';
import { LinkMover } from '#web/features/appointments/moving/link-mover.tsx';
import { StatusPill } from '#web/features/appointments/visit/status-pill.tsx';
import { OwnDayStatus } from '#web/features/arrivals/own-day.tsx';
import { CallBranch } from '#web/features/links/call-instead.tsx';
import { type CurrentVisit, LinkCard } from '#web/features/links/link-card.tsx';
import { LinkOffer } from '#web/features/offers/link-offer.tsx';
import { joinWithComma, t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';

interface LinkIslandProps {
  lang: Lang;
  today: string;
  daysAhead: number;
  cutoffHours: number;
  branches: readonly { id: number; name: string; phone: string }[];
  services: readonly { id: number; name: string }[];
  serviceId: number | null;
  bookHref: string;
}

const findNameById = (list: readonly { id: number; name: string }[], id: number) =>
  list.find((one) => one.id === id)?.name ?? null;

/** Current date and place of an appointment. */
function CurrentCard({
  lang,
  current,
  branch,
}: {
  lang: Lang;
  current: CurrentVisit;
  branch: string | null;
}) {
  const { appointmentDate, appointmentTime, movedFrom, status } = current;
  return (
    <div className="grid gap-1 rounded-card border border-line bg-page px-5 py-4">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <b className="num text-lead font-strong">{formatVisit(lang, appointmentDate, appointmentTime)}</b>
        <StatusPill status={status} />
      </p>
      {branch && <p className="text-ui text-ink-2">{branch}</p>}
      {movedFrom && (
        <p className="num text-ui font-strong">
          {t('public.link.moved', { when: formatVisit(lang, movedFrom.date, movedFrom.time) })}
        </p>
      )}
    </div>
  );
}

function LinkIsland(props: LinkIslandProps) {
  const { lang, today, daysAhead, cutoffHours, branches, services, serviceId, bookHref } = props;
  type Mover = Parameters<typeof LinkMover>[0];
  const mover = (at: Omit<Mover, 'lang' | 'today' | 'daysAhead' | 'phone'>) => (
    <LinkMover
      {...{ lang, today, daysAhead, ...at }}
      phone={branches.find(({ id }) => id === at.locationId)?.phone ?? ''}
    />
  );
  return (
    <LinkCard
      offer={(token) => (
        <LinkOffer
          {...{ token, lang, today, branches, bookHref }}
          mover={({ move, doctorId, ...at }) =>
            mover({
              ...at,
              doctor: doctorId ?? 'any',
              onMove: move,
              words: { move: t('offer.choose'), working: t('offer.working') },
            })
          }
        />
      )}
      current={(current) => (
        <CurrentCard lang={lang} current={current} branch={findNameById(branches, current.locationId)} />
      )}
      callBranch={(id) => <CallBranch branch={branches.find((branch) => branch.id === id)} />}
      visit={(visit) => (
        <div className="grid gap-1 rounded-card border border-line bg-page px-5 py-4">
          <p className="flex flex-wrap items-center justify-between gap-2">
            <b className="ltr num text-lead font-strong">{visit.reference}</b>
            <StatusPill status={visit.status} />
          </p>
          <p className="num font-strong">{formatVisit(lang, visit.appointmentDate, visit.appointmentTime)}</p>
          <p className="text-ui text-ink-2">
            {joinWithComma(findNameById(branches, visit.locationId), findNameById(services, visit.serviceId))}
          </p>
        </div>
      )}
      cutoffHours={cutoffHours}
      day={(day) => <OwnDayStatus day={day} />}
      mover={({ link, move }) =>
        link.locationId !== null &&
        mover({
          locationId: link.locationId,
          serviceId: link.visit?.serviceId ?? serviceId,
          doctor: readDoctorChoice(link),
          onMove: move,
          words: { move: t('public.link.move.button'), working: t('public.link.working') },
        })
      }
    />
  );
}

export const island = defineIsland({
  name: 'link',
  areas: [
    'common',
    'errors',
    'public',
    'booking',
    'booking-first',
    'booking-own',
    'offer',
    'offer-own',
    'account-own',
  ],
  component: LinkIsland,
});
