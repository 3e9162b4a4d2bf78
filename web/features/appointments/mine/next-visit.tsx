import { useRef, useState } from 'react';
import { listUserAppointments } from '#shared/contract/appointments.ts';
import { listStandingDisplaced } from '#shared/contract/disruptions.ts';
import type { User } from '#shared/contract/users.ts';
import { useRead } from '#web/api/hooks.ts';
import { listLoadedRows, useList } from '#web/api/lists.ts';
import { t } from '#web/i18n.ts';
import { MyNextVisit } from './my-next-visit.tsx';
import { type MyVisitsProps, splitUpcomingAndPast } from './my-visits.ts';
import { type RequestedVisitChange, VisitDialogs } from './visit-dialogs.tsx';

interface NextVisitProps extends MyVisitsProps {
  user: User;
  now: Date;
}

/** The user's appointments and the ids of displaced ones. */
export function useNextVisit(user: User | null) {
  const list = useList(
    listUserAppointments,
    { params: { id: user?.id ?? 0 }, query: { limit: 50 } },
    { enabled: user !== null },
  );
  const displaced = useRead(listStandingDisplaced, {}, { enabled: user !== null });
  return {
    visits: listLoadedRows(list),
    displaced: displaced.data ?? [],
    isPending: user !== null && (list.isPending || displaced.isPending),
  };
}

/** The user's next appointment, above the tabs; one line if there is none. */
export function NextVisit({ user, now, ...props }: NextVisitProps) {
  const { visits, displaced } = useNextVisit(user);
  const [doing, setDoing] = useState<RequestedVisitChange | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { upcoming } = splitUpcomingAndPast(visits, now);
  const [next] = upcoming;
  return (
    <>
      {next ? (
        <MyNextVisit
          {...{ props, now, heading }}
          visit={next}
          isDisplaced={displaced.includes(next.id)}
          onMove={() => setDoing({ what: 'move', visit: next })}
          onCancel={() => setDoing({ what: 'cancel', visit: next })}
        />
      ) : (
        <p className="flex flex-wrap items-center justify-between gap-x-4 rounded-card border border-line bg-surface px-5 py-2 text-ui">
          <span ref={heading} tabIndex={-1}>
            {t('account.appointments.noneToCome')}
          </span>
          <a href={props.bookHref} className="link inline-flex min-h-tap items-center">
            {t('common.nav.book')}
          </a>
        </p>
      )}
      <VisitDialogs {...{ props, doing, heading, upcoming }} onClose={() => setDoing(null)} />
    </>
  );
}
