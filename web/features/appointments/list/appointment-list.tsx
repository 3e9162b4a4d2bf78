import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { formatWeekdayDate } from '#shared/domain/format-time.ts';
import { formatTotalSentence } from '#web/api/lists.ts';
import { useDraftRow } from '#web/features/appointments/notes/note-draft.ts';
import {
  type LocationServiceNames,
  useLocationServiceNames,
} from '#web/features/appointments/visit/appointment-names.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { LoadMore } from '#web/ui/list-end.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { Table, TableBody, TableHead, TableHeading } from '#web/ui/table.tsx';
import { AppointmentRow, type ListColumn } from './appointment-row.tsx';
import { SelectAllHeading } from './row-choice.tsx';
import type { RowActions } from './row-menu.tsx';
import { type AppointmentListState, groupRowsByDate } from './use-appointment-list.ts';
import { useListWidth } from './use-list-width.ts';
import type { RowSelection } from './use-row-selection.ts';

/** Under date headings, or as one table with a column of dates. */
export type ListLayout = 'days' | 'table';

export interface AppointmentListProps {
  list: AppointmentListState;
  layout: ListLayout;
  columns: readonly ListColumn[];
  actions: RowActions;
  today: string;
  /** Shown if the filters find nothing. */
  emptyState: ReactNode;
  /** If given, rows have checkboxes. */
  selection?: RowSelection;
}

/** More rows than fit on a screen. */
const longListRows = 60;

/** Appointments that load while the user scrolls; the total is above, a button for the keyboard below. */
export function AppointmentList(props: AppointmentListProps) {
  const { list, layout, emptyState } = props;
  const names = useLocationServiceNames();
  const groups = layout === 'days' ? groupRowsByDate(list.rows) : [];
  if (list.isPending) return <ListSkeleton />;
  if (list.isError && !list.data) {
    return <LoadFailed title={t('staff.appointments.loadFailed')} onAgain={() => void list.refetch()} />;
  }
  return (
    <div
      className={cx('grid gap-[22px] transition-opacity', list.isPlaceholderData && 'opacity-60')}
      aria-busy={list.isFetching}
    >
      <p role="status" className="sr-only">
        {formatVisitTotal(list.total)}
      </p>
      {list.rows.length === 0 && emptyState}
      {layout === 'table' && list.rows.length > 0 && (
        <RowsTable {...props} names={names} label={t('staff.appointments.title')} rows={list.rows} />
      )}
      {groups.map(({ date, rows }, index) => (
        // The last day loaded may continue on the next page.
        <DayRows
          key={date}
          {...props}
          names={names}
          date={date}
          rows={rows}
          isWhole={index < groups.length - 1 || !list.hasNextPage}
        />
      ))}
      <More list={list} />
    </div>
  );
}

/** Text with the total number of appointments; empty until it is known. */
export const formatVisitTotal = (total: string | undefined): string =>
  total === undefined
    ? ''
    : formatTotalSentence(total, {
        exactly: 'staff.appointments.total',
        over: 'staff.appointments.moreThan',
      });

function DayRows({
  date,
  isWhole,
  ...props
}: Omit<RowsTableProps, 'label'> & { date: string; isWhole: boolean }) {
  const title = formatWeekdayDate(currentLang(), date);
  // On a phone a day is scrolled right below the bar, so that no part of the day before is visible under it.
  return (
    <section aria-label={title} data-day={date} className="day-rows grid gap-2 max-lg:-scroll-mt-4">
      <h3 className="flex items-center gap-[10px] px-1 text-ui font-strong">
        {title}
        {date === props.today && <Badge solid>{t('staff.appointments.today')}</Badge>}
        {isWhole && (
          <span className="ms-auto text-small font-normal text-ink-2">
            {t('staff.appointments.dayCount', { n: props.rows.length })}
          </span>
        )}
      </h3>
      <RowsTable {...props} label={title} />
    </section>
  );
}

interface RowsTableProps extends AppointmentListProps {
  label: string;
  names: LocationServiceNames;
  rows: readonly Appointment[];
}

function RowsTable({ label, rows, columns, actions, list, names, layout, selection }: RowsTableProps) {
  // Notes are below each row (`notes-below` in dense.css), except in a card.
  const notesBelow = useListWidth() !== 'card';
  const held = useDraftRow();
  const isListed = (row: Appointment) =>
    row !== held || list.data?.pages.some((page) => page.rows.includes(row)) === true;
  return (
    <Table
      label={label}
      long={list.rows.length > longListRows}
      className={cx(
        'stays-named',
        notesBelow && 'notes-below',
        notesBelow && columns.includes('date') && 'has-codes',
        selection && 'has-boxes lg:[&_.petal]:hidden',
      )}
    >
      <TableHead>
        {selection && <SelectAllHeading selection={selection} />}
        {columns.map((column) => (
          <TableHeading key={column}>
            {column === 'actions' ? (
              <span className="sr-only">{t('staff.column.actions')}</span>
            ) : (
              t(`staff.column.${column}`)
            )}
          </TableHeading>
        ))}
      </TableHead>
      <TableBody onFocus={revealFocusedControl}>
        {rows.map((row, index) => {
          const here = held?.id === row.id;
          return (
            <AppointmentRow
              key={row.id}
              row={row}
              columns={columns}
              names={names}
              actions={actions}
              note={here ? 'here' : held ? 'elsewhere' : 'none'}
              held={here ? held : null}
              listed={!here || isListed(row)}
              notesBelow={notesBelow}
              dated={layout === 'table' || index === 0}
              choice={selection?.choiceOf(row.id)}
              onChoose={selection?.toggle}
            />
          );
        })}
      </TableBody>
    </Table>
  );
}

const gapBelowHead = 4;

/** Scrolls a control reached by keyboard out from under the sticky column headings. */
function revealFocusedControl({ target, currentTarget }: FocusEvent<HTMLElement>) {
  const head = currentTarget.previousElementSibling;
  if (!head || !target.matches(':focus-visible')) return;
  const hidden = head.getBoundingClientRect().bottom + gapBelowHead - target.getBoundingClientRect().top;
  if (hidden > 0 && getComputedStyle(head).position === 'sticky')
    scrollBy({ top: -hidden, behavior: 'instant' });
}

/** Loads the next page before the end becomes visible. */
function More({ list }: { list: AppointmentListState }) {
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const mayLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (!mayLoad || !end.current) return;
    const watcher = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && void fetchNextPage(),
      {
        rootMargin: '600px',
      },
    );
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [mayLoad, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <div ref={end} className="grid">
      <LoadMore list={list} />
    </div>
  );
}

const skeletonRows = [0, 1, 2, 3, 4];

function ListSkeleton() {
  return (
    <LoadingRegion label={t('staff.appointments.loading')} className="grid gap-2">
      <Skeleton className="h-5 w-48" />
      <div className="grid overflow-hidden rounded-card border border-line bg-surface">
        <span className="h-10 bg-sunk max-lg:hidden" />
        {skeletonRows.map((line) => (
          <div key={line} className="flex min-h-[60px] items-center gap-3 border-t border-line px-4 py-3">
            <Skeleton className="size-9 flex-none" />
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-3 w-1/4" />
            </div>
            <Skeleton className="h-6 w-24 rounded-full!" />
          </div>
        ))}
      </div>
    </LoadingRegion>
  );
}
