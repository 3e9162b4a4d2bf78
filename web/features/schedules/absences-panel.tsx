import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Absence, displacedBy, endAbsence, listAbsences } from '#shared/contract/schedules.ts';
import { formatDate, formatTime } from '#shared/domain/time-words.ts';
import { reasonOf } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { useQuestion } from '#web/api/question.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AbsenceForm } from './absence-form.tsx';
import type { DateWriting } from './admin-exception-form.tsx';
import { DisplacedList } from './displaced-list.tsx';

interface AbsencesPanelProps {
  /** The doctor's. */
  userId: number;
  today: string;
  dates: DateWriting;
  /** Address of the list of visits, up to its query. */
  listHref: string;
}

/** When a doctor does not work: what is entered, and a form for more. */
export function AbsencesPanel(props: AbsencesPanelProps) {
  const { userId, listHref } = props;
  const { data, error } = useRead(listAbsences, { query: { userId: String(userId) } });
  return (
    <>
      {error && !data && <Notice kind="danger">{reasonOf(error, t('staff.absence.failed'))}</Notice>}
      {!data && !error && <Skeleton className="h-12" />}
      {data && data.length > 0 && (
        <ul className="grid gap-2" aria-label={t('staff.absence.title')}>
          {data.map((absence) => (
            <Entered key={absence.id} absence={absence} listHref={listHref} />
          ))}
        </ul>
      )}
      <AbsenceForm {...props} />
    </>
  );
}

const end = (date: string, time: string | null): string =>
  [formatDate(currentLang(), date), time && formatTime(currentLang(), time)].filter(Boolean).join(' ');

function stretchText({ startDate, startTime, endDate, endTime }: Absence): string {
  if (startDate === endDate && !startTime && !endTime) return end(startDate, null);
  return t('common.time.range', { from: end(startDate, startTime), to: end(endDate, endTime) });
}

function Entered({ absence, listHref }: { absence: Absence; listHref: string }) {
  const [open, setOpen] = useState(false);
  const [ending, setEnding] = useState(false);
  const { data: displaced } = useRead(displacedBy, open ? { params: { id: absence.id } } : null);
  const when = stretchText(absence);
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
        <Button kind="gho" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('staff.absence.whom')}
        </Button>
        <IconButton label={t('staff.absence.endOne', { when })} onClick={() => setEnding(true)}>
          <Trash2 size={18} strokeWidth={1.7} aria-hidden="true" />
        </IconButton>
      </span>
      {open && displaced && <DisplacedList displaced={displaced} listHref={listHref} />}
      {ending && <EndDialog absence={absence} when={when} onClose={() => setEnding(false)} />}
    </li>
  );
}

function EndDialog({ absence, when, onClose }: { absence: Absence; when: string; onClose(): void }) {
  const question = useQuestion(
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
