import { Suspense } from 'react';
import type { User } from '#shared/contract/users.ts';
import { withWords } from '#web/islands/words.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';

/** Fetched where missed visits may have a call come first. */
const CallFirst = lazyPart(() =>
  withWords(['booking'], () => import('./call-first.tsx')).then((m) => m.CallFirst),
);

interface MayBeCalledProps {
  user: User | null;
  /** Who comes, where somebody is signed in. */
  forWhom: Pick<User, 'id' | 'name'> | null;
  /** The clinic's setting: after so many missed visits. */
  callAfter: number | null;
}

/** Where missed visits may have a call come first: what she reads of that before she books. */
export function MayBeCalled({ user, forWhom, callAfter }: MayBeCalledProps) {
  if (!forWhom || callAfter === null) return null;
  return (
    <Suspense>
      <CallFirst patientId={forWhom.id} name={forWhom.id === user?.id ? null : forWhom.name} />
    </Suspense>
  );
}
