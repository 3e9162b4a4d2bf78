import {
  ArrowDownUp,
  Clock,
  Hourglass,
  Layers2,
  LogIn,
  type LucideIcon,
  MapPin,
  TriangleAlert,
} from 'lucide-react';
import type { Card } from '#shared/contract/arrivals.ts';
import { dayClock, minutesOf } from '#shared/domain/clinic-time.ts';
import type { Tone } from '#shared/domain/tones.ts';
import { minutesSince, waitLevel } from '#shared/domain/visits/queue.ts';
import { t } from '#web/i18n.ts';
import { Pill } from '#web/ui/pill.tsx';

export interface CardMark {
  tone: Tone;
  icon: LucideIcon;
  text: string;
}

const waitTones = { short: 'info', long: 'warning', 'too-long': 'danger' } as const;
const icons = { short: Clock, long: Hourglass, 'too-long': TriangleAlert } as const;

function createWaitMark(arrivedAt: string, now: Date): CardMark {
  const n = minutesSince(arrivedAt, now);
  const level = waitLevel(n);
  if (n < 1) return { tone: 'info', icon: Clock, text: t('desk.mark.justArrived') };
  const key = level === 'too-long' ? 'desk.mark.waitsLong' : 'desk.mark.waits';
  return { tone: waitTones[level], icon: icons[level], text: t(key, { n }) };
}

function listExpectedMarks(card: Card, now: Date, isToday: boolean): CardMark[] {
  if (card.hereAt && card.hereByNumber)
    return [{ tone: 'warning', icon: MapPin, text: t('desk.mark.hereByNumber') }];
  if (card.hereAt) return [{ tone: 'success', icon: MapPin, text: t('desk.mark.here') }];
  const late = isToday ? dayClock(now).minutes - minutesOf(card.appointmentTime) : 0;
  if (late <= 0) return [];
  const text =
    late < 120 ? t('desk.mark.late', { n: late }) : t('desk.mark.lateHours', { n: Math.floor(late / 60) });
  return [{ tone: 'warning', icon: Clock, text }];
}

/** Labels of a card. */
export function listCardMarks(card: Card, now: Date, isToday: boolean): CardMark[] {
  const marks: CardMark[] = [];
  if (card.stage === 'waiting' && card.arrivedAt) marks.push(createWaitMark(card.arrivedAt, now));
  if (card.stage === 'expected') marks.push(...listExpectedMarks(card, now, isToday));
  if (card.stage === 'expected' && card.status === 'pending')
    marks.push({ tone: 'warning', icon: Hourglass, text: t('desk.mark.pending') });
  if (card.walkIn) marks.push({ tone: 'sage', icon: LogIn, text: t('desk.mark.walkIn') });
  else if (card.overbooked) marks.push({ tone: 'attention', icon: Layers2, text: t('desk.mark.overbooked') });
  if (card.stage === 'waiting' && card.movedBecause)
    marks.push({
      tone: 'neutral',
      icon: ArrowDownUp,
      text: t('desk.mark.moved', { reason: card.movedBecause }),
    });
  return marks;
}

export function Marks({ marks }: { marks: readonly CardMark[] }) {
  return marks.map(({ tone, icon, text }) => (
    <Pill key={text} tone={tone} icon={icon} className="min-w-0 overflow-hidden">
      <span className="truncate">{text}</span>
    </Pill>
  ));
}
