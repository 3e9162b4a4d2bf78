import { formatColumnName } from './column-name.ts';
import { DayCard, FreeButton, OtherDoctorsTime, ReservedTime } from './day-card.tsx';
import type { DayColumn } from './day-plan.ts';
import type { DayPart } from './day-view.tsx';
import { MoreButton, type OpenMore } from './more-visits.tsx';

interface DayCellProps extends DayPart {
  column: DayColumn;
  index: number;
  from: number;
  /** Id of the appointment that is being moved. */
  carriedId: number | null;
  /** Key of the element that Tab reaches. */
  reachable: string | undefined;
  openMore: OpenMore | null;
  onMore(open: OpenMore): void;
}

/**
 * Everything that begins in a column at a time: appointments, the list of further ones, reserved and free
 * times.
 */
export function DayCell({ column: { column, ...day }, index, from, carriedId, ...part }: DayCellProps) {
  const { reachable, open, openMore } = part;
  const here = day.visits.filter((visit) => visit.from === from && !visit.isFolded);
  const more = day.folded.find((one) => one.from === from);
  const gap = day.free.find((time) => time.from === from);
  const held = day.kept.filter((time) => time.from === from);
  if (here.length === 0 && held.length === 0 && !gap && !more) return null;
  return (
    <div role="gridcell" aria-colindex={index + 2} className="contents">
      {here.map(({ row, isOthers, to, lane, lanes, besideMore }) => {
        const spot = { column: index, from, to, lane, lanes, besideMore };
        if (isOthers) return <OtherDoctorsTime key={row.id} {...spot} />;
        return (
          <DayCard
            key={row.id}
            row={row}
            hers={column.doctor !== null}
            arrived={part.arrivals.get(row.id)}
            service={part.names.service(row.service)}
            actions={part.actions}
            movable={part.isMovable(row)}
            reachable={reachable === `visit-${row.id}`}
            carried={carriedId === row.id}
            {...spot}
          />
        );
      })}
      {more && (
        <MoreButton
          folded={more}
          of={column.key}
          column={index}
          reachable={reachable === `more-${column.key}-${from}`}
          open={openMore?.key === column.key && openMore.from === from}
          onOpen={part.onMore}
        />
      )}
      {held.map(({ to }) => (
        <ReservedTime key={`kept-${to}`} {...{ column: index, from, to }} />
      ))}
      {gap && (
        <FreeButton
          of={column.key}
          where={formatColumnName(column)}
          outside={gap.outside}
          reachable={reachable === `free-${column.key}-${from}`}
          open={open?.key === column.key && open.from === from}
          onChoose={part.onChoose}
          {...{ column: index, from, to: gap.to }}
        />
      )}
    </div>
  );
}
