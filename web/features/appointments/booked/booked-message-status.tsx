import { useState } from 'react';
import { visitMessages } from '#shared/contract/appointments.ts';
import { useRead } from '#web/api/hooks.ts';
import { useSession } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MissingContact } from './missing-contact.tsx';

/** Says where a message was sent, according to the outbox, or that nothing was sent. */
export function BookedMessageStatus({ appointmentId }: { appointmentId: number }) {
  const { user } = useSession(true);
  const [confirmed, setConfirmed] = useState<string | null>(null);
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
  return (
    user && (
      <MissingContact
        user={user}
        confirmed={confirmed}
        onConfirmed={setConfirmed}
        switchedOff={t('booking.booked.switchedOff')}
        cannotSend={t('booking.booked.noMessageText')}
      />
    )
  );
}
