import { Suspense } from 'react';
import type { User } from '#shared/contract/users.ts';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';

/** Loaded only if the clinic calls patients after missed appointments. */
const CallFirstNotice = lazyPart(() =>
  loadWithMessages(['booking'], () => import('./call-first.tsx')).then((m) => m.CallFirstNotice),
);

interface MissedVisitsCallNoticeProps {
  user: User | null;
  /** The signed-in patient who comes; null for a visitor. */
  forWhom: Pick<User, 'id' | 'name'> | null;
  /** Clinic setting: number of missed appointments after which the clinic calls first. */
  callAfter: number | null;
}

/** Notice before the booking for patients whom the clinic calls first because of missed appointments. */
export function MissedVisitsCallNotice({ user, forWhom, callAfter }: MissedVisitsCallNoticeProps) {
  if (!forWhom || callAfter === null) return null;
  return (
    <Suspense>
      <CallFirstNotice patientId={forWhom.id} name={forWhom.id === user?.id ? null : forWhom.name} />
    </Suspense>
  );
}
