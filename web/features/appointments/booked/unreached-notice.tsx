import { Suspense, useState } from 'react';
import type { User } from '#shared/contract/users.ts';
import { t } from '#web/i18n.ts';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Loaded only for a patient whom no message reaches. */
const MissingContact = lazyPart(() =>
  loadWithMessages(['booking', 'booking-first'], () => import('./missing-contact.tsx')).then(
    (m) => m.MissingContact,
  ),
);

/** Says that no message reaches the patient, and asks for the missing contact detail. */
export function UnreachedNotice({ user }: { user: User }) {
  const [confirmed, setConfirmed] = useState<string | null>(null);
  if (!user.unreachable && confirmed === null) return null;
  return (
    <div className="grid gap-3">
      {user.unreachable && <p className="text-ui font-strong">{t('account.reach.unreached')}</p>}
      <Suspense fallback={<Skeleton className="h-48" />}>
        <MissingContact
          user={user}
          confirmed={confirmed}
          onConfirmed={setConfirmed}
          switchedOff={t('account.reach.chooseChannel')}
          cannotSend={t('account.reach.cannotSend')}
        />
      </Suspense>
    </div>
  );
}
