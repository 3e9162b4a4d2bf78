import type { StaffMember } from '#shared/contract/staff.ts';
import { formatDate, formatTime, weekdayName } from '#shared/domain/format-time.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';
import { type Duty, formatStaffName } from './admin-duty-editor.tsx';
import type { ExceptionDraft } from './exceptions-draft.ts';
import type { ListMerge } from './merge-saved.ts';
import type { SavedByOthers } from './use-schedule-saving.ts';

const formatExceptionHours = ({
  startTime,
  endTime,
}: {
  startTime: string | null;
  endTime: string | null;
}): string =>
  startTime && endTime
    ? t('common.time.range', {
        from: formatTime(currentLang(), startTime),
        to: formatTime(currentLang(), endTime),
      })
    : t('admin.exceptions.closed');

const formatException = (row: ExceptionDraft): string =>
  joinWithComma(formatDate(currentLang(), row.date), formatExceptionHours(row));

/** Shows what another admin saved while these hours were edited. */
export function SavedByOthersNotice({
  others,
  people,
}: {
  others: SavedByOthers;
  people: readonly StaffMember[];
}) {
  const dutyLine = (row: Duty): string =>
    joinWithComma(
      formatStaffName(people, row.userId),
      weekdayName(currentLang(), row.dayOfWeek),
      formatExceptionHours(row),
    );
  const lines = [
    ...others.weekdays.map((day) =>
      joinWithComma(t('admin.schedule.tab.week'), weekdayName(currentLang(), day)),
    ),
    ...listMergeLines(others.exceptions, formatException),
    ...listMergeLines(others.duties, dutyLine),
  ];
  return (
    <Notice kind="warn" live title={t('common.stale.title')}>
      <p>{t('common.stale.text')}</p>
      <ul className="mt-2 grid gap-1 text-small">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
}

const listMergeLines = <Row,>(merge: ListMerge<Row>, line: (row: Row) => string): string[] => [
  ...merge.addedByThem.map((row) => t('common.stale.added', { what: line(row) })),
  ...merge.removedByThem.map((row) => t('common.stale.removed', { what: line(row) })),
];
