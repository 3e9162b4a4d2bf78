import { Check, Clock, DoorOpen, TriangleAlert } from 'lucide-react';
import { type BranchNow, branchesNow } from '#shared/contract/arrivals.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { delayAt, minutesSince, waitLevel } from '#shared/domain/visits/queue.ts';
import { useRead } from '#web/api/hooks.ts';
import { useLiveLost } from '#web/api/live.ts';
import { inLang, joined, number, t } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { buttonLook } from '#web/ui/button-look.ts';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { Petal } from '#web/ui/petal.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { useBoardNames } from './board-names.ts';

interface BranchesNowProps {
  now: Date;
  /** Only for who works at several: what goes on in one its board says. */
  ofSeveral?: boolean;
}

/** Who waits in each branch where she works, and how late it runs; not of those with nothing to do today. */
export function BranchesNow({ now, ofSeveral = false }: BranchesNowProps) {
  const { branches = [] } = useBoardNames();
  const isWanted = !ofSeveral || branches.length > 1;
  const { data } = useRead(branchesNow, {}, { enabled: isWanted });
  const isLost = useLiveLost();
  const shown = branches.flatMap((branch) => {
    const queue = data?.find(({ locationId }) => locationId === branch.id);
    return queue ? [{ ...queue, name: inLang(branch.name, branch.nameAr) }] : [];
  });
  if (shown.length === 0 || !isWanted) return null;
  return (
    <section aria-labelledby="branches-now" className="grid gap-[10px]">
      <div className="flex flex-wrap items-center gap-x-[10px] gap-y-1 px-1">
        <h2 id="branches-now" className="font-text text-ui leading-snug font-strong tracking-normal">
          {t('staff.now.title')}
        </h2>
        <Badge solid={!isLost}>{t(isLost ? 'staff.live.reconnecting' : 'staff.now.live')}</Badge>
      </div>
      <Card as="ul" className="divide-y divide-line">
        {shown.map(({ name, ...branch }) => (
          <BranchRow key={branch.locationId} branch={branch} name={name} now={now} />
        ))}
      </Card>
    </section>
  );
}

/** One line on a desktop; on a phone the name, what stands there, and how late it runs below each other. */
const row = cx(
  'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 text-small',
  'lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,1.2fr)_150px_minmax(0,1.1fr)_auto]',
);

function BranchRow({ branch, name, now }: { branch: BranchNow; name: string; now: Date }) {
  const { locationId, expected, queue } = branch;
  const waiting = queue.filter(({ stage }) => stage === 'waiting');
  const some = (key: 'waiting' | 'inside' | 'expected', n: number) =>
    n > 0 ? t(`staff.now.${key}`, { n }) : null;
  return (
    <li className={row}>
      <Petal className="size-9! max-lg:row-span-2">
        <DoorOpen size={17} strokeWidth={1.7} aria-hidden="true" />
      </Petal>
      <b className="min-w-0 truncate font-strong" dir="auto">
        {name}
      </b>
      <span className="num max-lg:col-span-2 max-lg:col-start-2 max-lg:text-ink-2">
        {joined(
          some('waiting', waiting.length),
          some('inside', queue.length - waiting.length),
          some('expected', expected),
        )}
      </span>
      {queue.length > 0 && (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 max-lg:col-span-2 max-lg:col-start-2 max-lg:pt-1 lg:contents">
          <Late branch={branch} now={now} />
          <span className="num text-ink-2 lg:col-start-5">{longestWait(waiting, now)}</span>
        </span>
      )}
      <a
        href={`/clinic/day?branch=${locationId}`}
        className={buttonLook({ kind: 'gho', size: 'sm' }, 'row-start-1 max-lg:col-start-3 lg:col-start-6')}
        aria-label={t('staff.now.boardOf', { branch: name })}
      >
        {t('staff.now.board')}
      </a>
    </li>
  );
}

/** How late a visit due now would begin: what the board of the branch says. */
function Late({ branch, now }: { branch: BranchNow; now: Date }) {
  const { minutes } = dayClock(now);
  const { queue, rooms, usualMinutes: usual } = branch;
  const n = delayAt(queue, { minutes, now, rooms, usual }, minutes);
  if (n === 0)
    return (
      <Pill tone="success" icon={Check} className="justify-self-start">
        {t('staff.now.onTime')}
      </Pill>
    );
  const isLong = waitLevel(n) === 'too-long';
  return (
    <Pill
      tone={isLong ? 'danger' : 'warning'}
      icon={isLong ? TriangleAlert : Clock}
      className="justify-self-start"
    >
      {t('staff.now.late', { n })}
    </Pill>
  );
}

function longestWait(waiting: BranchNow['queue'], now: Date): string | null {
  const [first] = waiting
    .flatMap(({ arrivedAt, ticket }) => (arrivedAt ? [{ arrivedAt, ticket }] : []))
    .toSorted((a, b) => a.arrivedAt.localeCompare(b.arrivedAt));
  if (!first) return null;
  const n = minutesSince(first.arrivedAt, now);
  if (n < 1) return null;
  if (first.ticket === null || waitLevel(n) === 'short') return t('staff.now.longest', { n });
  return joined(t('staff.now.longest', { n }), t('staff.calendar.ticket', { n: number(first.ticket) }));
}
