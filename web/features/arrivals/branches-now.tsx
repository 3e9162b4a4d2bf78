import { Check, Clock, DoorOpen, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type BranchNow, branchesNow } from '#shared/contract/arrivals.ts';
import { dayClock, minutesOf } from '#shared/domain/clinic-time.ts';
import { estimateDelays, minutesSince, waitLevel } from '#shared/domain/visits/queue.ts';
import { useRead } from '#web/api/hooks.ts';
import { useIsLiveDisconnected } from '#web/api/live.ts';
import { formatNumberInLang, joinWithComma, pickLanguage, t } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { getButtonClass } from '#web/ui/button-look.ts';
import { CollapsibleSection } from '#web/ui/collapsible-section.tsx';
import { cx } from '#web/ui/cx.ts';
import { Petal } from '#web/ui/petal.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { useBoardNames } from './board-names.ts';
import { formatBookedDelay, formatWalkInDelay } from './delay-words.ts';

interface BranchesNowProps {
  now: Date;
  /** Only for staff of several branches: the board already shows a single branch. */
  ofSeveral?: boolean;
  /** More about the day, below the branches. */
  children?: ReactNode;
}

/**
 * Numbers of waiting, inside and expected patients today: one line that expands to a row for each branch with
 * appointments.
 */
export function BranchesNow({ now, ofSeveral = false, children }: BranchesNowProps) {
  const { branches = [] } = useBoardNames();
  const isWanted = !ofSeveral || branches.length > 1;
  const { data } = useRead(branchesNow, {}, { enabled: isWanted });
  const isLost = useIsLiveDisconnected();
  const shown = branches.flatMap((branch) => {
    const queue = data?.find(({ locationId }) => locationId === branch.id);
    return queue ? [{ ...queue, name: pickLanguage(branch.name, branch.nameAr) }] : [];
  });
  if ((shown.length === 0 && !children) || !isWanted) return null;
  return (
    <CollapsibleSection
      title={t('staff.now.title')}
      summary={
        <>
          {isLost && <Badge>{t('staff.live.reconnecting')}</Badge>}
          <span className="num min-w-0 truncate text-small text-ink-2 max-lg:hidden">
            {formatTotals(shown)}
          </span>
        </>
      }
    >
      {shown.length > 0 && (
        <ul className="-mx-4 divide-y divide-line border-y border-line">
          {shown.map(({ name, ...branch }) => (
            <BranchRow key={branch.locationId} branch={branch} name={name} now={now} />
          ))}
        </ul>
      )}
      {children}
    </CollapsibleSection>
  );
}

const formatPositiveCount = (key: 'waiting' | 'inside' | 'expected', n: number): string | null =>
  n > 0 ? t(`staff.now.${key}`, { n }) : null;

/** Totals of all branches. */
function formatTotals(branches: readonly BranchNow[]): string {
  const queue = branches.flatMap((branch) => branch.queue);
  const waiting = queue.filter(({ stage }) => stage === 'waiting').length;
  const expected = branches.reduce((sum, branch) => sum + branch.expected, 0);
  return (
    joinWithComma(
      formatPositiveCount('waiting', waiting),
      formatPositiveCount('inside', queue.length - waiting),
      formatPositiveCount('expected', expected),
    ) || t('staff.now.nobody')
  );
}

/** One line on a desktop; on a phone the name, the numbers and the delay below each other. */
const row = cx(
  'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 text-small',
  'lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,1.1fr)_minmax(0,1.2fr)_minmax(0,1fr)_auto]',
);

function BranchRow({ branch, name, now }: { branch: BranchNow; name: string; now: Date }) {
  const { locationId, expected, queue } = branch;
  const waiting = queue.filter(({ stage }) => stage === 'waiting');
  return (
    <li className={row}>
      <Petal className="size-9! max-lg:row-span-2">
        <DoorOpen size={17} strokeWidth={1.7} aria-hidden="true" />
      </Petal>
      <b className="min-w-0 truncate font-strong" dir="auto">
        {name}
      </b>
      <span className="num max-lg:col-span-2 max-lg:col-start-2 max-lg:text-ink-2">
        {joinWithComma(
          formatPositiveCount('waiting', waiting.length),
          formatPositiveCount('inside', queue.length - waiting.length),
          formatPositiveCount('expected', expected),
        )}
      </span>
      {queue.length > 0 && (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 max-lg:col-span-2 max-lg:col-start-2 max-lg:pt-1 lg:contents">
          <BranchDelay branch={branch} now={now} />
          <span className="num text-ink-2 lg:col-start-5">{formatLongestWait(waiting, now)}</span>
        </span>
      )}
      <a
        href={`/clinic/day?branch=${locationId}`}
        className={getButtonClass(
          { kind: 'gho', size: 'sm' },
          'row-start-1 max-lg:col-start-3 lg:col-start-6',
        )}
        aria-label={t('staff.now.boardOf', { branch: name })}
      >
        {t('staff.now.board')}
      </a>
    </li>
  );
}

/** Delay of booked appointments, and waiting time of a walk-in. */
function BranchDelay({ branch, now }: { branch: BranchNow; now: Date }) {
  const { minutes } = dayClock(now);
  const { queue, rooms, usualMinutes: usual, expectedTimes } = branch;
  const delays = estimateDelays(queue, { minutes, now, rooms, usual }, expectedTimes.map(minutesOf));
  const isLong = waitLevel(delays.booked) === 'too-long';
  const [tone, Icon] = isLong
    ? (['danger', TriangleAlert] as const)
    : delays.booked > 0
      ? (['warning', Clock] as const)
      : (['success', Check] as const);
  return (
    <span className="grid justify-items-start gap-1">
      <Pill tone={tone} icon={Icon}>
        {formatBookedDelay(delays)}
      </Pill>
      <span className="num text-xs text-ink-2">{formatWalkInDelay(delays)}</span>
    </span>
  );
}

function formatLongestWait(waiting: BranchNow['queue'], now: Date): string | null {
  const [first] = waiting
    .flatMap(({ arrivedAt, ticket }) => (arrivedAt ? [{ arrivedAt, ticket }] : []))
    .toSorted((a, b) => a.arrivedAt.localeCompare(b.arrivedAt));
  if (!first) return null;
  const n = minutesSince(first.arrivedAt, now);
  if (n < 1) return null;
  if (first.ticket === null || waitLevel(n) === 'short') return t('staff.now.longest', { n });
  return joinWithComma(
    t('staff.now.longest', { n }),
    t('staff.calendar.ticket', { n: formatNumberInLang(first.ticket) }),
  );
}
