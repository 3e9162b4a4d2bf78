import { Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { type Appointment, listUserAppointments } from '#shared/contract/appointments.ts';
import { ownSharedNotes, type SharedNote } from '#shared/contract/clinical-notes.ts';
import type { User } from '#shared/contract/users.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { patientRoles } from '#shared/domain/people/roles.ts';
import { useRead } from '#web/api/hooks.ts';
import { listLoadedRows, useList } from '#web/api/lists.ts';
import { t } from '#web/i18n.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadMore } from '#web/ui/list-end.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { findTodaysVisit, type MyVisitsProps, splitUpcomingAndPast } from './my-visits.ts';
import { MyVisitsTable } from './my-visits-table.tsx';
import { type RequestedVisitChange, VisitDialogs } from './visit-dialogs.tsx';

interface MyVisitsPanelProps extends MyVisitsProps {
  user: User;
  /** The person whose appointments are shown, if the user manages them; null: the user's own. */
  of: User['caresFor'][number] | null;
  now: Date;
  /** Content on the day of an appointment. */
  ofToday(visit: Appointment): ReactNode;
  /** Questions about the next appointment. */
  ofNext(visit: Appointment): ReactNode;
  /** Content about a missed appointment. */
  ofMissed(visit: Appointment): ReactNode;
}

/** Appointments of the user or of a managed person: today's first, then all. */
export function MyVisitsPanel(panel: MyVisitsPanelProps) {
  const { user, of, now, ofToday, ofNext, ofMissed, ...props } = panel;
  const list = useList(listUserAppointments, { params: { id: of?.id ?? user.id }, query: { limit: 50 } });
  const [doing, setDoing] = useState<RequestedVisitChange | null>(null);
  const visits = listLoadedRows(list);
  const shared = useSharedNotes(user, of, visits, dayClock(now).date);
  const heading = useRef<HTMLHeadingElement>(null);
  const today = findTodaysVisit(visits, now);
  const { upcoming, past } = splitUpcomingAndPast(visits, now);
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
      {next && ofNext(next)}
      <VisitDialogs {...{ props, doing, heading, upcoming }} onClose={() => setDoing(null)} />
    </div>
  );
}

/** Clinical notes that doctors share with the user; read once there is a past appointment. */
function useSharedNotes(
  user: User,
  of: MyVisitsPanelProps['of'],
  visits: readonly Appointment[],
  today: string,
): readonly SharedNote[] {
  const been = visits.some(({ appointmentDate }) => appointmentDate <= today);
  const query = of ? { patientId: String(of.id) } : {};
  const { data } = useRead(ownSharedNotes, { query }, { enabled: been && patientRoles.includes(user.role) });
  return data ?? [];
}

export function VisitsSkeleton() {
  return (
    <LoadingRegion label={t('common.state.loading')} className="grid gap-4">
      <Skeleton className="h-16 rounded-card!" />
      <Skeleton className="h-16 rounded-card!" />
      <Skeleton className="h-16 rounded-card!" />
    </LoadingRegion>
  );
}
