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
import {
  failedDays,
  getWaiting,
  maxWaiting,
  type Waiting,
  type WaitingKind,
} from '#shared/contract/insights.ts';
import { addDays } from '#shared/domain/clinic-time.ts';
import { formatAgo, formatDayMonth } from '#shared/domain/format-time.ts';
import type { Tone } from '#shared/domain/tones.ts';
import { now } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, formatNumberInLang, joinWithComma, t } from '#web/i18n.ts';
import { CollapsibleSection } from '#web/ui/collapsible-section.tsx';
import { Count } from '#web/ui/count.tsx';

interface NeedsAttentionProps {
  /** URL of the list of appointments, and today's date. */
  list: string;
  today: string;
}

/** Kind, icon and tone (tones.css). */
const pendingWorkKinds = [
  ['pending', Hourglass, 'warning'],
  ['calls', PhoneCall, 'success'],
  ['unreachable', PhoneMissed, 'danger'],
  ['toTell', PhoneOutgoing, 'danger'],
  ['displaced', CalendarX, 'attention'],
  ['messages', Mail, 'info'],
  ['failed', MailWarning, 'neutral'],
] as const satisfies readonly (readonly [WaitingKind, LucideIcon, Tone])[];

const getPendingWorkHref = (kind: WaitingKind, { list, today }: NeedsAttentionProps): string =>
  ({
    pending: `${list}?status=pending&period=coming`,
    calls: `${list}?reach=call&period=coming`,
    unreachable: `${list}?reach=none&period=coming`,
    toTell: '/clinic/disruptions?tab=calls',
    displaced: '/clinic/disruptions',
    messages: '/admin/messages?state=new',
    failed: `/admin/logs?log=messages&state=dead&from=${addDays(today, -failedDays)}`,
  })[kind];

/** Pending work: a line that expands to a tile with a link for each kind. Nothing if there is none. */
export function NeedsAttention(where: NeedsAttentionProps) {
  const { data } = useRead(getWaiting);
  const shown = pendingWorkKinds.filter(([kind]) => data?.[kind]);
  if (!data || shown.length === 0) return null;
  const all = shown.reduce((sum, [kind]) => sum + data[kind], 0);
  return (
    <CollapsibleSection
      title={t('staff.waiting.label')}
      summary={
        <>
          <Count>{formatCappedCount(all)}</Count>
          <span className="min-w-0 truncate text-small text-ink-2 max-lg:hidden">
            {joinWithComma(
              ...shown.map(([kind]) => `${t(`staff.waiting.${kind}`)} ${formatCappedCount(data[kind])}`),
            )}
          </span>
        </>
      }
    >
      <ul className="grid gap-2 lg:grid-cols-[repeat(auto-fill,minmax(210px,1fr))] lg:gap-3">
        {shown.map(([kind, Icon, tone]) => (
          <li key={kind} className="min-w-0">
            <a href={getPendingWorkHref(kind, where)} className="waiting-tile">
              <span data-tone={tone}>
                <Icon size={15} strokeWidth={2} aria-hidden="true" />
                <b className="num">{formatCappedCount(data[kind])}</b>
              </span>{' '}
              <span className="grid min-w-0">
                <b>{t(`staff.waiting.${kind}`)}</b>{' '}
                <small>{formatPendingSince(kind, data, where.today)}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </CollapsibleSection>
  );
}

const formatCappedCount = (n: number): string =>
  n < maxWaiting ? formatNumberInLang(n) : `${formatNumberInLang(maxWaiting)}+`;

/** Date of the first appointment, or the age of the oldest message. */
function formatPendingSince(kind: WaitingKind, { first, oldest }: Waiting, today: string): string | null {
  const lang = currentLang();
  if (kind === 'messages' || kind === 'failed') {
    const at = oldest[kind];
    return at && t('staff.waiting.oldest', { ago: formatAgo(lang, at, now()) });
  }
  const day = first[kind];
  if (day === today) return t('staff.waiting.firstToday');
  return day && t('staff.waiting.first', { day: formatDayMonth(lang, day) });
}
