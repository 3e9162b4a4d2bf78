import type { RefusedTime } from '#shared/contract/staff-appointments.ts';
import { formatVisit } from '#shared/domain/format-time.ts';
import { ApiError } from '#web/api/client.ts';
import { currentLang } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';

/** The appointments of a series that prevent a change of all of them; empty for other errors. */
export const listSeriesConflicts = (error: unknown): readonly RefusedTime[] =>
  error instanceof ApiError && error.code === 'series_conflict' ? (error.current as RefusedTime[]) : [];

interface ConflictNoticeProps {
  title: string;
  refused: readonly RefusedTime[];
}

/** Lists the times that were not available, with the reason. */
export function ConflictNotice({ title, refused }: ConflictNoticeProps) {
  if (refused.length === 0) return null;
  return (
    <Notice kind="danger" live title={title}>
      <ul>
        {refused.map(({ date, time, message }) => (
          <li key={`${date} ${time}`}>
            <span className="num">{formatVisit(currentLang(), date, time)}</span>: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
