import { type RefObject, Suspense } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { listSelectableBranches } from '#shared/domain/visits/closed-branch.ts';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import { changeOwnAppointment } from './change-own.ts';
import { getVisitBranchName, hasLaterInSeries, type MyVisitsProps } from './my-visits.ts';

const MyMoveDialog = lazyPart(() =>
  loadWithMessages(
    ['booking', 'booking-first'],
    () => import('#web/features/appointments/moving/my-move-dialog.tsx'),
  ).then((m) => m.MyMoveDialog),
);
const MyCancelDialog = lazyPart(() =>
  loadWithMessages(['booking'], () => import('./my-cancel-dialog.tsx')).then((m) => m.MyCancelDialog),
);

export type RequestedVisitChange = { what: 'move' | 'cancel'; visit: Appointment };

interface VisitDialogsProps {
  props: MyVisitsProps;
  doing: RequestedVisitChange | null;
  upcoming: readonly Appointment[];
  /** Takes the focus after an appointment is cancelled. */
  heading: RefObject<HTMLElement | null>;
  onClose(): void;
}

/** Dialogs that move and cancel an appointment in the user's own list. */
export function VisitDialogs({ props, doing, upcoming, heading, onClose }: VisitDialogsProps) {
  if (!doing) return null;
  const { what, visit } = doing;
  const branches = listSelectableBranches(props.branches, props.today, visit.locationId);
  const dialog = {
    visit,
    location: getVisitBranchName(props, visit),
    change: changeOwnAppointment,
    hasLater: hasLaterInSeries(visit, upcoming),
    onClose,
  };
  return (
    <Suspense>
      {what === 'move' ? (
        <MyMoveDialog key={visit.id} {...props} {...dialog} branches={branches} />
      ) : (
        <MyCancelDialog lang={props.lang} {...dialog} heading={heading} />
      )}
    </Suspense>
  );
}
