import { type ReactNode, useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { BodyInput, Reply } from '#shared/contract/endpoint.ts';
import { changeManyAppointments } from '#shared/contract/staff-appointments.ts';
import { formatVisit } from '#shared/domain/format-time.ts';
import { useChange } from '#web/api/changes.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { formatUnnotified } from '#web/api/notified-text.ts';
import { formatPatientName } from '#web/features/appointments/visit/appointment-names.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';

type BulkChange = Omit<BodyInput<typeof changeManyAppointments>, 'ids' | 'from' | 'versions'>;
interface Failure {
  row: Appointment;
  reason: string;
}

/**
 * Sets one status for several appointments, except those that have changed since they were shown. `run`
 * returns the ids that failed, or null if the result is unknown; `failures` shows the reason for each.
 */
export function useBulkChange() {
  const { mutateAsync: change, isPending: busy } = useChange(changeManyAppointments);
  const [failed, setFailed] = useState<readonly Failure[]>([]);

  async function run(rows: readonly Appointment[], to: BulkChange): Promise<number[] | null> {
    try {
      const versions = rows.map(({ id, version }) => ({ id, version }));
      const answers = await change({ body: { ids: rows.map(({ id }) => id), versions, ...to } });
      const refused = new Map(answers.flatMap(({ id, ok, message }) => (ok ? [] : [[id, message ?? '']])));
      setFailed(
        rows.flatMap((row) => {
          const reason = refused.get(row.id);
          return reason === undefined ? [] : [{ row, reason }];
        }),
      );
      const done = answers.length - refused.size;
      if (done > 0) {
        const untold = formatUnnotified(listUnnotifiedNames(rows, answers));
        const description = [t('staff.bulk.done', { n: done }), untold].filter(Boolean).join(' ');
        // Names take longer to read than a success is shown.
        showToast({ kind: untold ? 'info' : 'success', title: t('staff.status.updatedTitle'), description });
      } else {
        const description = t('staff.bulk.failed', { n: refused.size });
        showToast({ kind: 'error', title: t('staff.status.failedTitle'), description });
      }
      return [...refused.keys()];
    } catch (error) {
      showErrorToast(t('staff.status.failedTitle'), error, t('staff.status.failed'));
      return null;
    }
  }
  return { run, busy, failures: <Failures failed={failed} />, forget: () => setFailed([]) };
}

/** Each patient once whom no message about the change reaches. */
function listUnnotifiedNames(
  rows: readonly Appointment[],
  answers: Reply<typeof changeManyAppointments>,
): string[] {
  const untold = new Set(answers.flatMap(({ id, notified }) => (notified?.length === 0 ? id : [])));
  const concerned = rows.filter(({ id }) => untold.has(id));
  return [...new Map(concerned.map(({ userId, patient }) => [userId, formatPatientName(patient)])).values()];
}

function Failures({ failed }: { failed: readonly Failure[] }): ReactNode {
  if (failed.length === 0) return null;
  return (
    <Notice kind="warn" live title={t('staff.bulk.failed', { n: failed.length })}>
      <ul>
        {failed.map(({ row, reason }) => (
          <li key={row.id}>
            {t('staff.bulk.failure', {
              name: formatPatientName(row.patient),
              visit: formatVisit(currentLang(), row.appointmentDate, row.appointmentTime),
              reason,
            })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
