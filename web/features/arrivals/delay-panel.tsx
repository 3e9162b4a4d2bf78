import { Clock } from 'lucide-react';
import type { ClinicDay } from '#shared/contract/arrivals.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { delayAt } from '#shared/domain/visits/queue.ts';
import { t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';

/** How late a visit due now would begin, and what that is reckoned with. */
export function DelayPanel({ day, now }: { day: ClinicDay; now: Date }) {
  const { minutes } = dayClock(now);
  const n = delayAt(day.cards, { minutes, now, rooms: day.rooms, usual: day.usualMinutes }, minutes);
  return (
    <Card className="flex min-w-0 items-center gap-[14px] px-4 py-3">
      <span className="grid size-11 flex-none place-items-center rounded-full bg-gold text-gold-ink">
        <Clock size={20} strokeWidth={1.7} aria-hidden="true" />
      </span>
      <span className="min-w-0">
        <b role="status" className="display block text-[1.25rem] leading-[1.2] arabic:text-[1.55rem]">
          {n > 0 ? t('desk.delay.late', { n }) : t('desk.delay.onTime')}
        </b>
        <span className="text-xs text-ink-2">
          {t(`desk.delay.of.${day.usualOf}`, { n: day.usualMinutes })}
        </span>
      </span>
    </Card>
  );
}
