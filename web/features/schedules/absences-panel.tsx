import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Absence, endAbsence, listAbsences } from '#shared/contract/schedules.ts';
import { formatDate, formatTime } from '#shared/domain/format-time.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { useConfirmedWrite } from '#web/api/use-confirmed-write.ts';
import { currentLang, t } from '#web/i18n.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface AbsencesPanelProps {
  /** The doctor's id. */
  userId: number;
}

/** Absences of a doctor, and a link to add one. */
export function AbsencesPanel({ userId }: AbsencesPanelProps) {
  const { data, error } = useRead(listAbsences, { query: { userId: String(userId) } });
  return (
    <>
      {error && !data && <Notice kind="danger">{getErrorMessage(error, t('staff.absence.failed'))}</Notice>}
      {!data && !error && <Skeleton className="h-12" />}
      {data && data.length > 0 && (
        <ul className="grid gap-2" aria-label={t('staff.absence.title')}>
          {data.map((absence) => (
            <AbsenceEntry key={absence.id} absence={absence} />
          ))}
        </ul>
      )}
      <ButtonLink
        kind="sec"
        className="justify-self-start"
        icon={<Plus size={20} strokeWidth={1.7} aria-hidden="true" />}
        href={`/clinic/disruptions/new?doctor=${userId}`}
      >
        {t('staff.absence.add')}
      </ButtonLink>
    </>
  );
}

const formatAbsenceEnd = (date: string, time: string | null): string =>
  [formatDate(currentLang(), date), time && formatTime(currentLang(), time)].filter(Boolean).join(' ');

function formatAbsencePeriod({ startDate, startTime, endDate, endTime }: Absence): string {
  if (startDate === endDate && !startTime && !endTime) return formatAbsenceEnd(startDate, null);
  return t('common.time.range', {
    from: formatAbsenceEnd(startDate, startTime),
    to: formatAbsenceEnd(endDate, endTime),
  });
}

function AbsenceEntry({ absence }: { absence: Absence }) {
  const [ending, setEnding] = useState(false);
  const when = formatAbsencePeriod(absence);
  return (
    <li className="grid gap-2 rounded-item border border-line bg-page px-4 py-2">
      <span className="flex flex-wrap items-center gap-x-3">
        <span className="grid min-w-0 flex-1">
          <b className="num font-strong">{when}</b>
          {absence.reason && (
            <span className="text-small text-ink-2" dir="auto">
              {absence.reason}
            </span>
          )}
        </span>
        {absence.disruptionId && (
          <a
            className="link inline-flex min-h-6 items-center text-small touch:min-h-tap"
            href={`/clinic/disruptions/${absence.disruptionId}`}
          >
            {t('staff.absence.whom')}
          </a>
        )}
        <IconButton label={t('staff.absence.endOne', { when })} onClick={() => setEnding(true)}>
          <Trash2 size={18} strokeWidth={1.7} aria-hidden="true" />
        </IconButton>
      </span>
      {ending && <EndDialog absence={absence} when={when} onClose={() => setEnding(false)} />}
    </li>
  );
}

function EndDialog({ absence, when, onClose }: { absence: Absence; when: string; onClose(): void }) {
  const question = useConfirmedWrite(
    endAbsence,
    { params: { id: absence.id } },
    {
      done: { title: t('staff.absence.endedTitle') },
      failed: t('staff.absence.failed'),
      untilRead: true,
      onClose,
    },
  );
  return (
    <ConfirmDialog
      {...question}
      title={t('staff.absence.endTitle')}
      description={t('staff.absence.endText', { when })}
      confirmLabel={t('staff.absence.end')}
    />
  );
}
