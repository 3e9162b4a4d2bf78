import { listNoShows } from '#shared/contract/desk/no-shows.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';

interface CallFirstNoticeProps {
  /** The patient who comes. */
  patientId: number;
  /** Name of the patient, if another user books for her. */
  name: string | null;
}

/**
 * Before the booking: says that the appointment is confirmed by a call, and why. Renders nothing if no call
 * is needed.
 */
export function CallFirstNotice({ patientId, name }: CallFirstNoticeProps) {
  const { data } = useRead(listNoShows, { query: { patientId: String(patientId) } });
  if (!data?.waitsForCall) return null;
  const { counted: n } = data;
  return (
    <div role="status" className="pt-4">
      <Notice title={t('booking.call.title')}>
        {name === null ? t('booking.call.before', { n }) : t('booking.call.beforeOf', { n, name })}{' '}
        <a
          href={`/profile?tab=appointments${name === null ? '' : `&of=${patientId}`}`}
          className="link flex min-h-tap w-fit items-center"
        >
          {t('booking.call.tell')}
        </a>
      </Notice>
    </div>
  );
}
