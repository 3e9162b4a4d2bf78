import { useState } from 'react';
import { sendConfirmation, signInWays } from '#shared/contract/accounts.ts';
import { visitMessages } from '#shared/contract/appointments.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { useChange } from '#web/api/changes.ts';
import { useRead } from '#web/api/hooks.ts';
import { useSession } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BookedNumber } from './booked-number.tsx';

/** Says where a message was sent, according to the outbox, or that nothing was sent. */
export function BookedMessageStatus({ appointmentId }: { appointmentId: number }) {
  const { data } = useRead(visitMessages, { params: { id: appointmentId } });
  if (!data) return <Skeleton className="h-14" />;
  const going = data.messages.filter(({ state }) => state === 'under-way' || state === 'sent');
  if (going.length > 0) {
    return (
      <ul className="grid min-w-0 gap-1 text-ui">
        {going.map(({ channel, address }) => (
          <li key={channel} className="break-words">
            {t(`booking.booked.told.${channel}`)} {address && <b className="ltr num">{address}</b>}
          </li>
        ))}
        <li className="text-small text-ink-2">{t('booking.booked.toldDiscreet')}</li>
      </ul>
    );
  }
  if (data.demonstration && data.messages.length > 0) {
    return (
      <Notice title={t('booking.booked.toldApp')}>
        {t('booking.who.demoMessages')}{' '}
        <a href="/admin/logs?log=messages" className="link">
          {t('booking.who.demoWhere')}
        </a>
      </Notice>
    );
  }
  return <MissingContactForm />;
}

/** Shown if no message was sent: the missing contact detail and a form for it. */
function MissingContactForm() {
  const { user } = useSession(true);
  const { data: ways } = useRead(signInWays);
  const [confirmed, setConfirmed] = useState<string | null>(null);
  if (!ways || !user) return null;
  const byText = ways.codes.find((way) => way !== 'email');
  if (confirmed)
    return (
      <Notice kind="success" live>
        {t('booking.booked.numberDone')} <b className="ltr num">{formatPhone(confirmed)}</b>
      </Notice>
    );
  if (byText && !user.phoneConfirmed)
    return <BookedNumber user={user} way={byText} onConfirmed={setConfirmed} />;
  if (ways.codes.includes('email') && user.email && !user.emailConfirmed)
    return <UnconfirmedEmail email={user.email} />;
  return (
    <Notice kind="warn" title={t('booking.booked.noMessage')}>
      {t(ways.codes.length > 0 ? 'booking.booked.switchedOff' : 'booking.booked.noMessageText')}
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
