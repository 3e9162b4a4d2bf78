import { Clock } from 'lucide-react';
import type { ClinicDay } from '#shared/contract/arrivals.ts';
import { dayClock, minutesOf } from '#shared/domain/clinic-time.ts';
import { estimateDelays } from '#shared/domain/visits/queue.ts';
import { t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { formatBookedDelay, formatWalkInDelay } from './delay-words.ts';

/** Waiting time of a walk-in who comes now, and delay of booked appointments. */
export function DelayPanel({ day, now }: { day: ClinicDay; now: Date }) {
  const { minutes } = dayClock(now);
  const due = day.cards
    .filter(({ stage, walkIn }) => stage === 'expected' && !walkIn)
    .map(({ appointmentTime }) => minutesOf(appointmentTime));
  const delays = estimateDelays(day.cards, { minutes, now, rooms: day.rooms, usual: day.usualMinutes }, due);
  return (
    <Card className="flex min-w-0 items-center gap-[14px] px-4 py-3">
      <span className="grid size-11 flex-none place-items-center rounded-full bg-gold text-gold-ink">
        <Clock size={20} strokeWidth={1.7} aria-hidden="true" />
      </span>
      <span className="min-w-0">
        <span role="status" className="block text-ui leading-[1.35]">
          <b className="block font-strong">{formatWalkInDelay(delays)}</b> {formatBookedDelay(delays)}
        </span>
        <span className="text-xs text-ink-2">
          {t(`desk.delay.of.${day.usualOf}`, { n: day.usualMinutes })}
        </span>
      </span>
    </Card>
  );
}
