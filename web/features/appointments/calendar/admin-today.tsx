import { useEffect, useMemo } from 'react';
import { listAppointments } from '#shared/contract/appointments.ts';
import { timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatClock, formatTime } from '#shared/domain/format-time.ts';
import { allStatuses, statuses } from '#shared/domain/visits/appointment-status.ts';
import { listLoadedRows, useList } from '#web/api/lists.ts';
import {
  formatPatientName,
  type LocationServiceNames,
  useLocationServiceNames,
} from '#web/features/appointments/visit/appointment-names.ts';
import { formatVisitStatus } from '#web/features/appointments/visit/status-pill.tsx';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { type BranchLane, type BranchLanes, computeLanes } from './today-lanes.ts';

const pageSize = 500;
/** Pages loaded at most; with more appointments the bars would merge. */
const maxLoadedPages = 4;

/** A lane for each branch today, with a bar for each appointment in the colour of its status. */
export function TodayByBranch({ today, onChoose }: { today: string; onChoose(locationId: number): void }) {
  const names = useLocationServiceNames();
  const { visits, total } = useDayVisits(today);
  const lanes =
    visits &&
    names.locations &&
    computeLanes(
      visits,
      names.locations.map(({ id }) => id),
    );
  return (
    <Card as="section" aria-labelledby="today-by-branch" className="min-w-0 px-[18px] pt-4 pb-[14px]">
      <div className="flex items-center justify-between gap-2">
        <h2 id="today-by-branch" className="font-text text-ui leading-snug font-strong tracking-normal">
          {t('admin.today.title')}
        </h2>
        <span className="text-xs text-ink-2">
          {total !== undefined && t('admin.today.count', { n: total })}
        </span>
      </div>
      {visits?.length === 0 && (
        <p className="py-8 text-center text-small text-ink-2">{t('admin.today.none')}</p>
      )}
      {lanes && lanes.lanes.length > 0 && (
        <>
          <Legend />
          <Timeline lanes={lanes} names={names} onChoose={onChoose} />
        </>
      )}
    </Card>
  );
}

const buildDayVisitsInput = (day: string) => ({ query: { from: day, to: day, limit: String(pageSize) } });

/** All appointments of a day, loaded page by page. */
function useDayVisits(day: string) {
  const { data, hasNextPage, isFetching, fetchNextPage } = useList(
    listAppointments,
    buildDayVisitsInput(day),
  );
  const goesOn = hasNextPage && !isFetching && data !== undefined && data.pages.length < maxLoadedPages;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  const visits = useMemo(() => data && listLoadedRows({ data }), [data]);
  const total = data?.pages[0]?.total;
  return { visits, total: total === undefined ? undefined : Number.parseInt(total, 10) };
}

function Legend() {
  return (
    <div aria-hidden="true" className="mt-1 mb-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {allStatuses.map((status) => (
        <span key={status} className="inline-flex items-center gap-[6px]">
          <i data-tone={statuses[status].tone} className="size-[10px] rounded-[3px] bg-status-bar" />
          {formatVisitStatus(status)}
        </span>
      ))}
    </div>
  );
}

function Timeline({
  lanes,
  names,
  onChoose,
}: {
  lanes: BranchLanes;
  names: LocationServiceNames;
  onChoose(locationId: number): void;
}) {
  const span = lanes.to - lanes.from;
  return (
    <div className="grid gap-[3px] text-xs">
      <div aria-hidden="true" className="relative ms-[120px] h-4 text-tiny leading-tight text-ink-3">
        {lanes.hours.map((at, i) => (
          <span
            key={at}
            className={cx(
              'num absolute top-0 whitespace-nowrap',
              i > 0 &&
                (at === lanes.to
                  ? '-translate-x-full rtl:translate-x-full'
                  : '-translate-x-1/2 rtl:translate-x-1/2'),
            )}
            style={{ insetInlineStart: `${((at - lanes.from) / span) * 100}%` }}
          >
            {formatClock(currentLang(), timeOfMinutes(at))}
          </span>
        ))}
      </div>
      <ul className="grid gap-[3px]">
        {lanes.lanes.map((lane) => (
          <LaneRow key={lane.locationId} lane={lane} lanes={lanes} names={names} onChoose={onChoose} />
        ))}
      </ul>
    </div>
  );
}

function LaneRow({
  lane,
  lanes,
  names,
  onChoose,
}: {
  lane: BranchLane;
  lanes: BranchLanes;
  names: LocationServiceNames;
  onChoose(locationId: number): void;
}) {
  const lang = currentLang();
  const name = names.location(lane.locationId);
  const span = lanes.to - lanes.from;
  return (
    <li className="grid grid-cols-[108px_minmax(0,1fr)] items-center gap-x-3">
      <button
        type="button"
        onClick={() => onChoose(lane.locationId)}
        className="min-h-6 truncate text-start text-ink-2 underline-offset-4 hover:text-ink hover:underline"
      >
        {name}
      </button>
      <div className="relative h-[17px] rounded-[5px] bg-page">
        {lanes.hours.slice(0, -1).map((at) => (
          <i
            key={at}
            aria-hidden="true"
            className="absolute inset-y-0 w-px bg-line"
            style={{ insetInlineStart: `${((at - lanes.from) / span) * 100}%` }}
          />
        ))}
        <ol>
          {lane.bars.map(({ visit, start, length }) => {
            const words = joinWithComma(
              formatTime(lang, visit.appointmentTime),
              formatPatientName(visit.patient),
              formatVisitStatus(visit.status),
            );
            return (
              <li
                key={visit.id}
                title={words}
                data-tone={statuses[visit.status].tone}
                className="absolute inset-y-[3px] rounded-[3px] bg-status-bar"
                style={{ insetInlineStart: `${start}%`, inlineSize: `calc(${length}% - 2px)` }}
              >
                <span className="sr-only">{words}</span>
              </li>
            );
          })}
        </ol>
      </div>
    </li>
  );
}
