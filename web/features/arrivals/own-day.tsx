import { MapPin } from 'lucide-react';
import { useEffect } from 'react';
import { checkIn, type OwnDay, ownDay } from '#shared/contract/arrivals.ts';
import { clinicClock, readInstant } from '#shared/domain/clinic-time.ts';
import { formatTime } from '#shared/domain/format-time.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, formatNumberInLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

const ownDayPollMs = 60_000;

/**
 * The day of the patient's own appointment: check-in, ticket number and delay, with the time of that
 * information.
 */
export function OwnDayPanel({ visitId }: { visitId: number }) {
  const { data: day, refetch } = useRead(ownDay, { params: { id: visitId } });
  const { mutate: say, isPending: busy, error } = useChange(checkIn, { untilRead: true });
  useEffect(() => {
    const timer = setInterval(() => void refetch(), ownDayPollMs);
    return () => clearInterval(timer);
  }, [refetch]);
  if (!day || day.stage === 'seen' || day.stage === 'left') return null;
  return (
    <Card className="flex flex-wrap items-center gap-4 px-5 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <OwnDayStatus day={day} />
        {error && <p className="text-small text-danger">{getErrorMessage(error, t('error.unknown'))}</p>}
      </div>
      {day.stage === 'expected' && day.hereAt === null && (
        <Button
          busy={busy}
          icon={<MapPin size={20} strokeWidth={1.7} aria-hidden="true" />}
          onClick={() => say({ params: { id: visitId } })}
        >
          {t('booking.today.here')}
        </Button>
      )}
    </Card>
  );
}

/** Ticket number and delay, with the time of that information. */
export function OwnDayStatus({ day }: { day: OwnDay }) {
  const at = readInstant(day.at);
  const asOf = at ? formatTime(currentLang(), clinicClock(at).time) : '';
  return (
    <div role="status">
      <h2 className="card-title">{formatDayHeading(day)}</h2>
      <p className="text-small text-ink-2">
        {day.delayMinutes > 0 ? t('booking.today.late', { n: day.delayMinutes }) : t('booking.today.onTime')}{' '}
        {t('booking.today.asOf', { time: asOf })}
      </p>
    </div>
  );
}

function formatDayHeading(day: { stage: string; ticket: number | null; hereAt: string | null }): string {
  if (day.stage === 'with_doctor') return t('booking.today.inside');
  if (day.ticket !== null && day.stage === 'waiting')
    return t('booking.today.ticket', { n: formatNumberInLang(day.ticket) });
  return t(day.hereAt ? 'booking.today.saidHere' : 'booking.today.title');
}
