import { visitMessages } from '#shared/contract/appointments.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Where a message went, by the outbox; where none goes it says that nothing was sent. */
export function BookedTold({ appointmentId }: { appointmentId: number }) {
  const { data } = useRead(visitMessages, { params: { id: appointmentId } });
  if (!data) return null;
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
  if (data.demonstration) {
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
    <Notice kind="warn" title={t('booking.booked.noMessage')}>
      {t('booking.booked.noMessageText')}
    </Notice>
  );
}
