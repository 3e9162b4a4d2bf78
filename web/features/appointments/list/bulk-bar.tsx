import { X } from 'lucide-react';
import { useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { Role } from '#shared/domain/people/roles.ts';
import {
  type AppointmentStatus,
  holdsSlot,
  listStatusChoices,
} from '#shared/domain/visits/appointment-status.ts';
import { formatVisitStatus } from '#web/features/appointments/visit/status-pill.tsx';
import { t } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Textarea } from '#web/ui/form/textarea.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { useBulkChange } from './use-change-many.tsx';
import type { RowSelection } from './use-row-selection.ts';

/** A status change that waits for confirmation, with the rows as they were then. */
interface PendingStatusChange {
  status: AppointmentStatus;
  rows: readonly Appointment[];
}

/**
 * Sets one status for all selected rows after one confirmation; rows that failed stay selected and are
 * reported.
 */
export function BulkBar({ selection, role }: { selection: RowSelection; role: Role }) {
  const [asked, setAsked] = useState<PendingStatusChange | null>(null);
  const { run, busy, failures, forget } = useBulkChange();
  const [reason, setReason] = useState('');
  const [quiet, setQuiet] = useState(false);
  const n = selection.rows.length;

  async function save({ status, rows }: PendingStatusChange) {
    const ending = status === 'cancelled' && { reason: reason.trim() || undefined, quiet };
    const refused = await run(rows, { status, ...ending });
    if (refused) selection.keep(refused);
    setAsked(null);
  }
  if (n === 0) return null;
  return (
    <div className="sticky top-[calc(var(--stays)+12px)] z-20 grid gap-2 max-lg:top-[68px]">
      <div
        role="region"
        aria-label={t('staff.bulk.status')}
        className="flex flex-wrap items-center gap-3 rounded-item border border-line bg-surface px-4 py-2 shadow-float"
      >
        <b role="status" className="me-auto text-small">
          {t('staff.bulk.selected', { n })}
        </b>
        <span className="w-44">
          <Select
            dense
            aria-label={t('staff.bulk.status')}
            value=""
            onChange={({ target }) => {
              forget();
              setReason('');
              setQuiet(false);
              setAsked({ status: target.value as AppointmentStatus, rows: selection.rows });
            }}
          >
            <option value="">{t('staff.bulk.status')}</option>
            {listStatusChoices(role).map((value) => (
              <option key={value} value={value}>
                {t(`staff.act.${value}`)}
              </option>
            ))}
          </Select>
        </span>
        <IconButton
          label={t('common.action.clear')}
          onClick={() => {
            forget();
            selection.clear();
          }}
        >
          <X size={20} strokeWidth={1.7} aria-hidden="true" />
        </IconButton>
      </div>
      {failures}
      {asked && (
        <ConfirmDialog
          open
          title={t('staff.bulk.status')}
          description={t('staff.bulk.text', {
            n: asked.rows.length,
            status: formatVisitStatus(asked.status),
          })}
          safeLabel={t('common.action.cancel')}
          confirmLabel={t('common.action.confirm')}
          busy={busy}
          busyLabel={t('common.action.saving')}
          destructive={!holdsSlot(asked.status)}
          closeLabel={t('common.action.close')}
          onCancel={() => setAsked(null)}
          onConfirm={() => void save(asked)}
        >
          {asked.status === 'cancelled' && (
            <div className="grid gap-4">
              <Field label={t('staff.bulk.reason')} optional={t('common.field.optional')}>
                <Textarea
                  rows={2}
                  maxLength={500}
                  value={reason}
                  onChange={({ target }) => setReason(target.value)}
                />
              </Field>
              <Checkbox
                label={t('staff.bulk.quiet')}
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
