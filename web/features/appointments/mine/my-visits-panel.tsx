import { CalendarPlus, Plus } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { type Appointment, listUserAppointments } from '#shared/contract/appointments.ts';
import { ownSharedNotes, type SharedNote } from '#shared/contract/clinical-notes.ts';
import type { User } from '#shared/contract/users.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { lookedAfter } from '#shared/domain/people/roles.ts';
import { useRead } from '#web/api/hooks.ts';
import { rowsOf, useList } from '#web/api/lists.ts';
import { t } from '#web/i18n.ts';
import { withWords } from '#web/islands/words.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyPart } from '#web/ui/frame/lazy-part.tsx';
import { LoadMore } from '#web/ui/list-end.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { changeOwn } from './change-own.ts';
import { MyNextVisit } from './my-next-visit.tsx';
import {
  branchName,
  calendarFileOf,
  inOrder,
  isFollowed,
  type MyVisitsProps,
  visitOfToday,
} from './my-visits.ts';
import { MyVisitsTable } from './my-visits-table.tsx';

const MyMoveDialog = lazyPart(() =>
  withWords(
    ['booking', 'booking-first'],
    () => import('#web/features/appointments/moving/my-move-dialog.tsx'),
  ).then((m) => m.MyMoveDialog),
);
const MyCancelDialog = lazyPart(() =>
  withWords(['booking'], () => import('./my-cancel-dialog.tsx')).then((m) => m.MyCancelDialog),
);

type Doing = { what: 'move' | 'cancel'; visit: Appointment };

interface MyVisitsPanelProps extends MyVisitsProps {
  user: User;
  /** Whose visits they are, where she looks after another. */
  of: User['caresFor'][number] | null;
  now: Date;
  /** What there is to say and do on the day of a visit. */
  ofToday(visit: Appointment): ReactNode;
  /** What there is to ask about the next one. */
  ofNext(visit: Appointment): ReactNode;
  /** What there is to say of one that she missed. */
  ofMissed(visit: Appointment): ReactNode;
}

/** Her own appointments, or of somebody she looks after: the one of today, the next one large, all below. */
export function MyVisitsPanel(panel: MyVisitsPanelProps) {
  const { user, of, now, ofToday, ofNext, ofMissed, ...props } = panel;
  const list = useList(listUserAppointments, { params: { id: of?.id ?? user.id }, query: { limit: 50 } });
  const [doing, setDoing] = useState<Doing | null>(null);
  const visits = rowsOf(list);
  const shared = useSharedNotes(user, of, visits, dayClock(now).date);
  const heading = useRef<HTMLHeadingElement>(null);
  const today = visitOfToday(visits, now);
  const { upcoming, past } = inOrder(visits, now);
  const [next] = upcoming;
  const book = (
    <ButtonLink href={props.bookHref} icon={<Plus size={20} strokeWidth={1.7} aria-hidden="true" />}>
      {t('account.appointments.bookNew')}
    </ButtonLink>
  );
  if (list.isPending) return <VisitsSkeleton />;
  if (list.isError)
    return (
      <LoadFailed
        title={t('account.appointments.loadFailed')}
        reason={list.error.message}
        onAgain={() => void list.refetch()}
      />
    );
  if (visits.length === 0) {
    return (
      <Card>
        <EmptyState title={t('account.appointments.emptyTitle')} action={book} className="py-16">
          {t(of ? 'account.family.noVisits' : 'account.appointments.emptyText')}
        </EmptyState>
      </Card>
    );
  }
  return (
    <div className="grid gap-4">
      {today && ofToday(today)}
      {next && (
        <MyNextVisit
          props={props}
          visit={next}
          now={now}
          onMove={() => setDoing({ what: 'move', visit: next })}
          onCancel={() => setDoing({ what: 'cancel', visit: next })}
          calendarLink={
            <ButtonLink
              size="sm"
              href={calendarFileOf(next)}
              download
              title={t('account.appointments.icsHint')}
              className="bg-on-deep/12! text-on-deep! hover:bg-on-deep/20!"
              icon={<CalendarPlus size={18} strokeWidth={1.7} aria-hidden="true" />}
            >
              {t('account.appointments.ics')}
            </ButtonLink>
          }
        />
      )}
      {next && ofNext(next)}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 max-sm:*:w-full">
        <h2 ref={heading} tabIndex={-1} className="card-title">
          {of ? t('account.family.visitsOf', { name: of.name }) : t('account.appointments.title')}
        </h2>
        {book}
      </div>
      {[
        { title: t('account.appointments.upcoming'), rows: upcoming },
        { title: t('account.appointments.past'), rows: past },
      ].map(
        ({ title, rows }) =>
          rows.length > 0 && (
            <section key={title} aria-label={title} className="grid gap-2">
              <h3 className="px-1 text-ui font-strong">{title}</h3>
              <MyVisitsTable
                label={title}
                props={props}
                visits={rows}
                {...{ now, shared, ofMissed }}
                onMove={(visit) => setDoing({ what: 'move', visit })}
                onCancel={(visit) => setDoing({ what: 'cancel', visit })}
              />
            </section>
          ),
      )}
      <LoadMore list={list} />
      <Suspense>
        {doing?.what === 'move' && (
          <MyMoveDialog
            key={doing.visit.id}
            {...props}
            visit={doing.visit}
            location={branchName(props, doing.visit)}
            change={changeOwn}
            hasLater={isFollowed(doing.visit, upcoming)}
            onClose={() => setDoing(null)}
          />
        )}
        {doing?.what === 'cancel' && (
          <MyCancelDialog
            lang={props.lang}
            visit={doing.visit}
            location={branchName(props, doing.visit)}
            change={changeOwn}
            hasLater={isFollowed(doing.visit, upcoming)}
            heading={heading}
            onClose={() => setDoing(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** What doctors share with her, or with whom she looks after; asked once there is a visit that has been. */
function useSharedNotes(
  user: User,
  of: MyVisitsPanelProps['of'],
  visits: readonly Appointment[],
  today: string,
): readonly SharedNote[] {
  const been = visits.some(({ appointmentDate }) => appointmentDate <= today);
  const query = of ? { patientId: String(of.id) } : {};
  const { data } = useRead(ownSharedNotes, { query }, { enabled: been && lookedAfter.includes(user.role) });
  return data ?? [];
}

function VisitsSkeleton() {
  return (
    <LoadingRegion label={t('common.state.loading')} className="grid gap-4">
      <Skeleton className="h-52 rounded-panel!" />
      <Skeleton className="h-16 rounded-card!" />
      <Skeleton className="h-16 rounded-card!" />
      <Skeleton className="h-16 rounded-card!" />
    </LoadingRegion>
  );
}
