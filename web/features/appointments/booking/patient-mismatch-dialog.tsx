import type { User } from '#shared/contract/users.ts';
import { initialsOf } from '#shared/domain/people/name-match.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import type { NameMismatch } from './use-typed-name.ts';

interface WhoseVisitProps extends Omit<NameMismatch, 'account'> {
  account: Pick<User, 'name'>;
  busy: boolean;
  onAccount(): void;
  onTyped(): void;
  onClose(): void;
}

/**
 * Asks who the patient is if a verified number belongs to an account with another name, because families
 * share phones; a visitor who books for another person, whether the account is hers. Nothing is booked before
 * the answer.
 */
export function PatientMismatchDialog({
  account,
  typed,
  patient,
  busy,
  onAccount,
  onTyped,
  onClose,
}: WhoseVisitProps) {
  const initials = initialsOf(account.name);
  const question =
    patient === null
      ? {
          title: t('booking.step.whose'),
          text: t('booking.whose.text', { initials, name: typed }),
          first: { label: t('booking.whose.typed', { name: typed }), onClick: onTyped },
          second: { label: t('booking.whose.account', { initials }), onClick: onAccount },
        }
      : {
          title: t('booking.whose.accountTitle'),
          text: t('booking.whose.accountText', { initials, name: typed, patient }),
          first: { label: t('booking.whose.thisAccount', { name: patient }), onClick: onAccount },
          second: { label: t('booking.whose.otherAccount'), onClick: onClose },
        };
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={question.title}
      description={question.text}
      closeLabel={t('common.action.close')}
    >
      <div className="grid gap-2">
        <Button block busy={busy} onClick={question.first.onClick}>
          {question.first.label}
        </Button>
        <Button block kind="out" disabled={busy} onClick={question.second.onClick}>
          {question.second.label}
        </Button>
      </div>
    </Dialog>
  );
}
