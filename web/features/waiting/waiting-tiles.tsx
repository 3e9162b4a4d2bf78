import {
  CalendarX,
  Hourglass,
  type LucideIcon,
  Mail,
  MailWarning,
  PhoneCall,
  PhoneMissed,
  PhoneOutgoing,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  failedDays,
  getWaiting,
  mostWaiting,
  type Waiting,
  type WaitingKind,
} from '#shared/contract/insights.ts';
import { addDays } from '#shared/domain/clinic-time.ts';
import { formatAgo, formatDayMonth } from '#shared/domain/time-words.ts';
import type { Tone } from '#shared/domain/tones.ts';
import { now } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, number, t } from '#web/i18n.ts';
import { Count } from '#web/ui/count.tsx';
import { useFocusKept } from '#web/ui/frame/use-focus-kept.ts';

interface WaitingTilesProps {
  /** Address of the list of appointments, and of today. */
  list: string;
  today: string;
  /** What confirms all so many that are pending, and says when it has. */
  confirm(pending: number, onDone: () => void): ReactNode;
}

/** Each with its picture and the colours it has (tones.css). */
const kinds = [
  ['pending', Hourglass, 'warning'],
  ['calls', PhoneCall, 'success'],
  ['unreachable', PhoneMissed, 'danger'],
  ['toTell', PhoneOutgoing, 'danger'],
  ['displaced', CalendarX, 'attention'],
  ['messages', Mail, 'info'],
  ['failed', MailWarning, 'neutral'],
] as const satisfies readonly (readonly [WaitingKind, LucideIcon, Tone])[];

const addressOf = (kind: WaitingKind, { list, today }: Pick<WaitingTilesProps, 'list' | 'today'>): string =>
  ({
    pending: `${list}?status=pending&period=coming`,
    calls: `${list}?reach=call&period=coming`,
    unreachable: `${list}?reach=none&period=coming`,
    toTell: '/clinic/disruptions?tab=calls',
    displaced: '/clinic/disruptions',
    messages: '/admin/messages?state=new',
    failed: `/admin/logs?log=messages&state=dead&from=${addDays(today, -failedDays)}`,
  })[kind];

/** What waits for somebody, a tile each that leads there; nothing at all while nothing waits. */
export function WaitingTiles({ confirm, ...where }: WaitingTilesProps) {
  const { data } = useRead(getWaiting);
  const [isDone, setDone] = useState(false);
  const { place, acted } = useFocusKept<HTMLHeadingElement>();
  const shown = kinds.filter(([kind]) => data?.[kind]);
  if (!data || (shown.length === 0 && !isDone)) return null;
  const done = () => {
    setDone(true);
    acted();
  };
  const all = shown.reduce((sum, [kind]) => sum + data[kind], 0);
  return (
    <section aria-labelledby="waits-for-somebody" className="grid gap-[10px]">
      <div className="flex flex-wrap items-center gap-[10px]">
        <h2 ref={place} id="waits-for-somebody" tabIndex={-1} className="card-title">
          {t('staff.waiting.label')}
        </h2>
        <Count>{upToMost(all)}</Count>
        {data.pending > 0 && <div className="ms-auto max-lg:hidden">{confirm(data.pending, done)}</div>}
      </div>
      {shown.length === 0 && <p className="text-ui text-ink-2">{t('staff.waiting.none')}</p>}
      <ul className="grid gap-2 empty:hidden lg:grid-cols-[repeat(auto-fill,minmax(210px,1fr))] lg:gap-3">
        {shown.map(([kind, Icon, tone]) => (
          <li key={kind} className="min-w-0">
            <a href={addressOf(kind, where)} className="waiting-tile">
              <span data-tone={tone}>
                <Icon size={15} strokeWidth={2} aria-hidden="true" />
                <b className="num">{upToMost(data[kind])}</b>
              </span>{' '}
              <span className="grid min-w-0">
                <b>{t(`staff.waiting.${kind}`)}</b> <small>{sinceWhen(kind, data, where.today)}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const upToMost = (n: number): string => (n < mostWaiting ? number(n) : `${number(mostWaiting)}+`);

/** The day of the first visit, or since when the oldest message waits. */
function sinceWhen(kind: WaitingKind, { first, oldest }: Waiting, today: string): string | null {
  const lang = currentLang();
  if (kind === 'messages' || kind === 'failed') {
    const at = oldest[kind];
    return at && t('staff.waiting.oldest', { ago: formatAgo(lang, at, now()) });
  }
  const day = first[kind];
  if (day === today) return t('staff.waiting.firstToday');
  return day && t('staff.waiting.first', { day: formatDayMonth(lang, day) });
}
