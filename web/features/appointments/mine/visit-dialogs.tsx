import { type RefObject, Suspense } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { withWords } from '#web/islands/words.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import { changeOwn } from './change-own.ts';
import { branchName, isFollowed, type MyVisitsProps } from './my-visits.ts';

const MyMoveDialog = lazyPart(() =>
  withWords(
    ['booking', 'booking-first'],
    () => import('#web/features/appointments/moving/my-move-dialog.tsx'),
  ).then((m) => m.MyMoveDialog),
);
const MyCancelDialog = lazyPart(() =>
  withWords(['booking'], () => import('./my-cancel-dialog.tsx')).then((m) => m.MyCancelDialog),
);

export type VisitChange = { what: 'move' | 'cancel'; visit: Appointment };

interface VisitDialogsProps {
  props: MyVisitsProps;
  doing: VisitChange | null;
  upcoming: readonly Appointment[];
  /** Takes the focus after an appointment is cancelled. */
  heading: RefObject<HTMLElement | null>;
  onClose(): void;
}

/** Dialogs that move and cancel an appointment in the user's own list. */
export function VisitDialogs({ props, doing, upcoming, heading, onClose }: VisitDialogsProps) {
  if (!doing) return null;
  const { what, visit } = doing;
  const dialog = {
    visit,
    location: branchName(props, visit),
    change: changeOwn,
    hasLater: isFollowed(visit, upcoming),
    onClose,
  };
  return (
    <Suspense>
      {what === 'move' ? (
        <MyMoveDialog key={visit.id} {...props} {...dialog} />
      ) : (
        <MyCancelDialog lang={props.lang} {...dialog} heading={heading} />
      )}
    </Suspense>
  );
}
