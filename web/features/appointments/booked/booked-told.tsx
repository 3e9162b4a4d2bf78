import { Send } from 'lucide-react';
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
      <section className="flex gap-3 rounded-card bg-sage px-5 py-4">
        <Send size={20} strokeWidth={1.7} aria-hidden="true" className="flip mt-1 text-sage-ink" />
        <ul className="grid min-w-0 gap-1 text-ui">
          {going.map(({ channel, address }) => (
            <li key={channel} className="break-words">
              <span className="font-strong">{t(`booking.booked.told.${channel}`)}</span>{' '}
              {address && <b className="ltr num">{address}</b>}
            </li>
          ))}
          <li className="text-small text-ink-2">{t('booking.booked.toldDiscreet')}</li>
        </ul>
      </section>
    );
  }
  if (data.demonstration) {
    return (
      <Notice title={t('booking.booked.toldApp')}>
        {t('booking.who.demoMessages')}{' '}
        <a href="/admin/logs" className="link">
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
