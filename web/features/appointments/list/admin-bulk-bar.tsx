import { X } from 'lucide-react';
import { useState } from 'react';
import { changeManyAppointments } from '#shared/contract/appointments.ts';
import { type AppointmentStatus, choices, holdsSlot } from '#shared/domain/visits/appointment-status.ts';
import { useChange } from '#web/api/changes.ts';
import { reasonOf } from '#web/api/client.ts';
import { statusWord } from '#web/features/appointments/visit/status-pill.tsx';
import { t } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Textarea } from '#web/ui/form/textarea.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import type { RowSelection } from './use-row-selection.ts';

/** One status for all chosen rows, after one question; what could not be changed stays chosen and is said. */
export function BulkBar({ selection }: { selection: RowSelection }) {
  const [status, setStatus] = useState<AppointmentStatus | null>(null);
  const { mutateAsync: markAll, isPending: busy } = useChange(changeManyAppointments);
  const [reason, setReason] = useState('');
  const [quiet, setQuiet] = useState(false);
  const [failures, setFailures] = useState<string[]>([]);
  const n = selection.ids.length;

  async function save(to: AppointmentStatus) {
    try {
      const ending = to === 'cancelled' && { reason: reason.trim() || undefined, quiet };
      const answers = await markAll({ body: { ids: selection.ids, status: to, ...ending } });
      const refused = answers.filter(({ ok }) => !ok);
      const done = answers.length - refused.length;
      selection.keep(refused.map(({ id }) => id));
      setFailures([...new Set(refused.flatMap(({ message }) => (message ? [message] : [])))]);
      if (done > 0)
        showToast({
          kind: 'success',
          title: t('staff.status.updatedTitle'),
          description: t('admin.appointments.bulkDone', { n: done }),
        });
      else
        showToast({
          kind: 'error',
          title: t('staff.status.failedTitle'),
          description: t('admin.appointments.bulkFailed', { n: refused.length }),
        });
    } catch (error) {
      const description = reasonOf(error, t('staff.status.failed'));
      showToast({ kind: 'error', title: t('staff.status.failedTitle'), description });
    } finally {
      setStatus(null);
    }
  }
  if (n === 0 && failures.length > 0) setFailures([]);
  if (n === 0) return null;
  return (
    <div className="sticky top-3 z-20 grid gap-2 max-lg:top-[68px]">
      <div
        role="region"
        aria-label={t('admin.appointments.bulkStatus')}
        className="flex flex-wrap items-center gap-3 rounded-item border border-line bg-surface px-4 py-2 shadow-float"
      >
        <b role="status" className="me-auto text-small">
          {t('admin.appointments.bulk', { n })}
        </b>
        <span className="w-44">
          <Select
            dense
            aria-label={t('admin.appointments.bulkStatus')}
            value=""
            onChange={({ target }) => {
              setFailures([]);
              setReason('');
              setQuiet(false);
              setStatus(target.value as AppointmentStatus);
            }}
          >
            <option value="">{t('admin.appointments.bulkStatus')}</option>
            {choices('admin').map((value) => (
              <option key={value} value={value}>
                {t(`staff.act.${value}`)}
              </option>
            ))}
          </Select>
        </span>
        <IconButton label={t('common.action.clear')} onClick={selection.clear}>
          <X size={20} strokeWidth={1.7} aria-hidden="true" />
        </IconButton>
      </div>
      {failures.length > 0 && (
        <Notice kind="warn" live title={t('admin.appointments.bulkFailed', { n })}>
          {failures.map((failure) => (
            <p key={failure}>{failure}</p>
          ))}
        </Notice>
      )}
      {status && (
        <ConfirmDialog
          open
          title={t('admin.appointments.bulkStatus')}
          description={t('admin.appointments.bulkText', { n, status: statusWord(status) })}
          safeLabel={t('common.action.cancel')}
          confirmLabel={t('common.action.confirm')}
          busy={busy}
          busyLabel={t('common.action.saving')}
          destructive={!holdsSlot(status)}
          closeLabel={t('common.action.close')}
          onCancel={() => setStatus(null)}
          onConfirm={() => void save(status)}
        >
          {status === 'cancelled' && (
            <div className="grid gap-4">
              <Field label={t('admin.appointments.bulkReason')} optional={t('common.field.optional')}>
                <Textarea
                  rows={2}
                  maxLength={500}
                  value={reason}
                  onChange={({ target }) => setReason(target.value)}
                />
              </Field>
              <Checkbox
                label={t('admin.appointments.bulkQuiet')}
                checked={quiet}
                onChange={({ target }) => setQuiet(target.checked)}
              />
            </div>
          )}
        </ConfirmDialog>
      )}
    </div>
  );
}
