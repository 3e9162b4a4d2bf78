import type { ScheduleException } from '#shared/contract/schedules.ts';
import { listDates } from '#shared/domain/clinic-time.ts';

/** An exception in the form. `everywhere`: save it for all branches. */
export interface ExceptionDraft extends ScheduleException {
  readonly everywhere: boolean;
}

export interface ExceptionForm {
  from: string | null;
  until: string | null;
  isClosed: boolean;
  startTime: string;
  endTime: string;
  reason: string;
  reasonAr: string;
  everywhere: boolean;
}

export const emptyExceptionForm: ExceptionForm = {
  from: null,
  until: null,
  isClosed: true,
  startTime: '15:00:00',
  endTime: '19:00:00',
  reason: '',
  reasonAr: '',
  everywhere: false,
};

export const toExceptionDrafts = (exceptions: readonly ScheduleException[]): ExceptionDraft[] =>
  exceptions.map((row) => ({ ...row, everywhere: false }));

/** The days of the form, at most a year of them. */
export function expandToDays(form: ExceptionForm): ExceptionDraft[] {
  if (!form.from) return [];
  const until = form.until && form.until > form.from ? form.until : form.from;
  return listDates({ from: form.from, to: until })
    .slice(0, 366)
    .map((date) => ({
      date,
      isClosed: form.isClosed,
      startTime: form.isClosed ? null : form.startTime,
      endTime: form.isClosed ? null : form.endTime,
      reason: form.reason.trim() || null,
      reasonAr: form.reasonAr.trim() || null,
      everywhere: form.everywhere,
    }));
}

export const toExceptionsBody = (rows: readonly ScheduleException[]) =>
  rows.map(({ date, isClosed, startTime, endTime, reason, reasonAr }) => ({
    date,
    isClosed,
    startTime,
    endTime,
    reason,
    reasonAr,
  }));
