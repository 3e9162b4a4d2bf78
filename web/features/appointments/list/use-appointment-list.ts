import { useDeferredValue, useMemo } from 'react';
import { type Appointment, listAppointments } from '#shared/contract/appointments.ts';
import { ownDoctor } from '#shared/contract/own/first-reads.ts';
import { buildEndpointUrl } from '#web/api/client.ts';
import { listLoadedRows, useList } from '#web/api/lists.ts';
import { useDraftRow } from '#web/features/appointments/notes/note-draft.ts';
import { buildListQuery, defaultListFilters } from './list-filters.ts';

const pageSize = 50;

export interface ListQuery {
  q?: string | undefined;
  status?: Appointment['status'] | undefined;
  locationId?: number | undefined;
  userId?: number | undefined;
  doctorId?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** Only appointments that have not begun. */
  coming?: '1' | undefined;
}

/** Order of the list: date, time, id. */
const isListedBefore = (a: Appointment, b: Appointment): boolean => {
  const at = (visit: Appointment) => `${visit.appointmentDate} ${visit.appointmentTime}`;
  return at(a) === at(b) ? a.id < b.id : at(a) < at(b);
};

/**
 * Keeps the row whose note is being written at its place, even if another user moves or deletes the
 * appointment or the filters hide it, so that the typed text is not lost.
 */
export function keepEditedRow(
  rows: readonly Appointment[],
  held: Appointment | null,
): readonly Appointment[] {
  if (!held) return rows;
  const fresh = rows.find(({ id }) => id === held.id);
  if (
    fresh &&
    fresh.appointmentDate === held.appointmentDate &&
    fresh.appointmentTime === held.appointmentTime
  )
    return rows;
  const others = rows.filter(({ id }) => id !== held.id);
  const place = others.findIndex((row) => isListedBefore(held, row));
  return place < 0 ? [...others, held] : others.toSpliced(place, 0, held);
}

export interface DayGroup {
  date: string;
  rows: Appointment[];
}

/** One group per date, in the order of the rows. */
export function groupRowsByDate(rows: readonly Appointment[]): DayGroup[] {
  const groups: DayGroup[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last?.date === row.appointmentDate) last.rows.push(row);
    else groups.push({ date: row.appointmentDate, rows: [row] });
  }
  return groups;
}

/**
 * With days before today a page is twice as long: otherwise, late in the week, today's appointments would be
 * on the second page.
 */
export const getListPageSize = ({ from, to }: ListQuery, today: string): number =>
  (from ?? today) < today && (to ?? today) >= today ? 2 * pageSize : pageSize;

/** Address that an unfiltered list reads first. */
export function buildUnfilteredListUrl(today: string): string {
  const query = buildListQuery(defaultListFilters, today, true);
  return buildEndpointUrl(listAppointments, {
    query: { ...query, doctorId: ownDoctor, limit: getListPageSize(query, today) },
  });
}

/**
 * Appointments page by page, ascending, with their total. Nothing is read until `isKnown`, that is, until the
 * filters are known. The first rows are rendered in steps, because a hundred rows at once would delay the
 * user's input.
 */
export function useAppointmentList(query: ListQuery, today: string, isKnown = true) {
  const list = useList(
    listAppointments,
    { query: { ...query, limit: getListPageSize(query, today) } },
    { enabled: isKnown },
  );
  const held = useDraftRow();
  const { data } = list;
  const rows = useMemo(
    () =>
      keepEditedRow(
        // An appointment that moved between two pages while they were read would appear twice.
        [...new Map(listLoadedRows({ data }).map((row) => [row.id, row])).values()],
        data ? held : null,
      ),
    [data, held],
  );
  const isDrawn = useDeferredValue(!list.isPending, false);
  return { ...list, isPending: list.isPending || !isDrawn, rows, total: data?.pages[0]?.total };
}

export type AppointmentListState = ReturnType<typeof useAppointmentList>;
