import { sendConfirmation, signInWays } from '#shared/contract/accounts.ts';
import type { User } from '#shared/contract/users.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { useChange } from '#web/api/changes.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AddNumber } from './add-number.tsx';

interface MissingContactProps {
  user: User;
  /** Number that the patient confirmed here; null: none yet. */
  confirmed: string | null;
  onConfirmed(phone: string): void;
  /** Text if her contacts are confirmed and her channels are off. */
  switchedOff: string;
  /** Text if the clinic has no gateway. */
  cannotSend: string;
}

/** Shown if no message reaches the patient: the missing contact detail and a form for it. */
export function MissingContact(props: MissingContactProps) {
  const { user, confirmed, onConfirmed, switchedOff, cannotSend } = props;
  const { data: ways } = useRead(signInWays);
  if (!ways) return null;
  const byText = ways.codes.find((way) => way !== 'email');
  if (confirmed)
    return (
      <Notice kind="success" live>
        {t('booking.booked.numberDone')} <b className="ltr num">{formatPhone(confirmed)}</b>
      </Notice>
    );
  if (byText && !user.phoneConfirmed) return <AddNumber user={user} way={byText} onConfirmed={onConfirmed} />;
  if (ways.codes.includes('email') && user.email && !user.emailConfirmed)
    return <UnconfirmedEmail email={user.email} />;
  return (
    <Notice kind="warn" title={t('booking.booked.noMessage')}>
      {ways.codes.length > 0 ? switchedOff : cannotSend}
    </Notice>
  );
}

function UnconfirmedEmail({ email }: { email: string }) {
  const { mutate: send, isPending, isSuccess, error } = useChange(sendConfirmation);
  return (
    <Notice kind="warn" title={t('booking.booked.needsEmail')}>
      <p>
        {t('booking.booked.needsEmailText')} <b className="ltr break-all">{email}</b>
      </p>
      <p role="status" className="empty:hidden">
        {error?.message ?? (isSuccess ? t('booking.booked.emailSent') : '')}
      </p>
      <Button
        size="sm"
        kind="out"
        className="mt-2"
        busy={isPending}
        onClick={() => send({ body: { channel: 'email' } })}
      >
        {t('booking.booked.sendLink')}
      </Button>
    </Notice>
  );
}
