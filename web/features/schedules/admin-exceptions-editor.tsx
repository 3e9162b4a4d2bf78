import { Trash2 } from 'lucide-react';
import { formatDate, formatTime, formatWeekday } from '#shared/domain/format-time.ts';
import { withDays } from '#shared/domain/visits/exception-days.ts';
import { currentLang, joinWithComma, pickLanguage, t } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { type DateFormat, ExceptionFields } from './admin-exception-form.tsx';
import { type ExceptionDraft } from './exceptions-draft.ts';

interface EditorProps {
  rows: readonly ExceptionDraft[];
  today: string;
  dates: DateFormat;
  onChange(rows: ExceptionDraft[]): void;
}

const getExceptionKey = ({ date, startTime }: ExceptionDraft): string => `${date} ${startTime ?? ''}`;

/** Holidays and days with other hours, from today on. */
export function ExceptionsEditor({ rows, today, dates, onChange }: EditorProps) {
  return (
    <>
      <ExceptionFields today={today} dates={dates} onAdd={(days) => onChange(withDays(rows, days))} />
      {rows.length === 0 && (
        <p className="py-2 text-center text-small text-ink-2">{t('admin.exceptions.empty')}</p>
      )}
      <ul className="grid">
        {rows.map((row) => (
          <ExceptionRow
            key={getExceptionKey(row)}
            row={row}
            onRemove={() => onChange(rows.filter((other) => other !== row))}
          />
        ))}
      </ul>
    </>
  );
}

function ExceptionRow({ row, onRemove }: { row: ExceptionDraft; onRemove(): void }) {
  const lang = currentLang();
  const { date, isClosed, startTime, endTime, reason, reasonAr, everywhere } = row;
  const hours =
    isClosed || !startTime || !endTime
      ? t('admin.exceptions.closed')
      : t('common.time.range', { from: formatTime(lang, startTime), to: formatTime(lang, endTime) });
  const why = pickLanguage(reason ?? '', reasonAr) || reasonAr;
  return (
    <li className="flex min-h-14 items-center gap-3 border-t border-line py-2 first:border-t-0">
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="num">{formatDate(lang, date)}</b>
          <span className="text-small text-ink-2">{formatWeekday(lang, date)}</span>
          {everywhere && <Badge>{t('admin.exceptions.allBranches')}</Badge>}
        </span>
        <span className="block text-small text-ink-2">{joinWithComma(hours, why || null)}</span>
      </span>
      <IconButton label={t('admin.exceptions.remove', { date: formatDate(lang, date) })} onClick={onRemove}>
        <Trash2 size={18} strokeWidth={1.7} aria-hidden="true" />
      </IconButton>
    </li>
  );
}
