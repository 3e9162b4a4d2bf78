import {
  CalendarClock,
  CalendarX,
  type LucideIcon,
  Mail,
  MailWarning,
  PhoneCall,
  PhoneMissed,
  PhoneOutgoing,
} from 'lucide-react';
import { failedDays, getWaiting, mostWaiting, type Waiting } from '#shared/contract/insights.ts';
import { addDays } from '#shared/domain/clinic-time.ts';
import { useRead } from '#web/api/hooks.ts';
import { number, t } from '#web/i18n.ts';

interface WaitingLineProps {
  /** Address of the list of appointments, and of today. */
  list: string;
  today: string;
}

const kinds = [
  ['pending', CalendarClock],
  ['calls', PhoneCall],
  ['unreachable', PhoneMissed],
  ['toTell', PhoneOutgoing],
  ['displaced', CalendarX],
  ['messages', Mail],
  ['failed', MailWarning],
] as const satisfies readonly (readonly [keyof Waiting, LucideIcon])[];

const addressOf = (kind: keyof Waiting, { list, today }: WaitingLineProps): string =>
  ({
    pending: `${list}?status=pending&period=custom&from=${today}`,
    calls: `${list}?reach=call&period=custom&from=${today}`,
    unreachable: `${list}?reach=none&period=custom&from=${today}`,
    toTell: '/clinic/disruptions?tab=calls',
    displaced: '/clinic/disruptions',
    messages: '/admin/messages?state=new',
    failed: `/admin/logs?log=messages&state=dead&from=${addDays(today, -failedDays)}`,
  })[kind];

/** What waits for somebody, each leading there; nothing at all while nothing waits. */
export function WaitingLine(props: WaitingLineProps) {
  const { data } = useRead(getWaiting);
  const shown = kinds.filter(([kind]) => data?.[kind]);
  if (!data || shown.length === 0) return null;
  return (
    <nav aria-label={t('staff.waiting.label')}>
      <ul className="flex flex-wrap gap-2">
        {shown.map(([kind, Icon]) => (
          <li key={kind}>
            <a
              href={addressOf(kind, props)}
              className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line bg-surface px-4 py-1 text-small font-strong text-ink touch:min-h-tap hover:border-line-2 hover:text-accent"
            >
              <Icon size={16} strokeWidth={1.7} aria-hidden="true" className="text-accent" />
              {sentence(kind, data[kind] ?? 0)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const sentence = (kind: keyof Waiting, n: number): string =>
  t(`staff.waiting.${kind}`, n < mostWaiting ? { n } : { n: `${number(n)}+` });
