import { CalendarPlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { formatLongDate, formatTime } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/messages/catalogue.ts';
import { t } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';

const linkLook = 'inline-flex min-h-tap items-center gap-2 font-strong underline underline-offset-4';

/** Stays after the toast has gone, until she chooses again: what was booked, and where to find it. */
export function BookedNotice({
  lang,
  appointment,
  branch,
}: {
  lang: Lang;
  appointment: Appointment;
  branch: string;
}) {
  const notice = useRef<HTMLDivElement>(null);
  // The button she pressed is gone: the focus goes on to what came of it.
  useEffect(() => {
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={notice} tabIndex={-1}>
      <Notice kind="success" title={t('booking.success.title')}>
        <p className="num mt-1">{formatLongDate(lang, appointment.appointmentDate)}</p>
        <p className="num">{formatTime(lang, appointment.appointmentTime)}</p>
        <p>{branch}</p>
        <p className="mt-2 text-small">
          {t('booking.success.reference', { reference: appointment.reference })}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4">
          <a href="/profile?tab=appointments" className={linkLook}>
            {t('booking.success.view')}
          </a>
          <a href={`/api/appointments/${appointment.id}/calendar.ics`} download className={linkLook}>
            <CalendarPlus size={18} strokeWidth={1.7} aria-hidden="true" />
            {t('booking.success.calendar')}
          </a>
        </p>
      </Notice>
    </div>
  );
}
