import type { User } from '#shared/contract/users.ts';
import { initialsOf } from '#shared/domain/people/name-match.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';

interface WhoseVisitProps {
  account: Pick<User, 'name'>;
  /** Name typed beside the number of the account. */
  typed: string;
  busy: boolean;
  onAccount(): void;
  onTyped(): void;
  onClose(): void;
}

/**
 * Asks who the patient is if a verified number belongs to an account with another name, because families
 * share phones. Nothing is booked before the answer.
 */
export function PatientMismatchDialog({
  account,
  typed,
  busy,
  onAccount,
  onTyped,
  onClose,
}: WhoseVisitProps) {
  const initials = initialsOf(account.name);
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('booking.step.whose')}
      description={t('booking.whose.text', { initials, name: typed })}
      closeLabel={t('common.action.close')}
    >
      <div className="grid gap-2">
        <Button block busy={busy} onClick={onTyped}>
          {t('booking.whose.typed', { name: typed })}
        </Button>
        <Button block kind="out" disabled={busy} onClick={onAccount}>
          {t('booking.whose.account', { initials })}
        </Button>
      </div>
    </Dialog>
  );
}
