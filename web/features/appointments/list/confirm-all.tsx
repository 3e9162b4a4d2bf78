import { type ReactNode, useState } from 'react';
import { type Appointment, listAppointments } from '#shared/contract/appointments.ts';
import { useMultiStepChange } from '#web/api/changes.ts';
import { callPage } from '#web/api/client.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { t } from '#web/i18n.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import type { ListQuery } from './use-appointment-list.ts';
import { useBulkChange } from './use-change-many.tsx';
import { maxSelectedRows } from './use-row-selection.ts';

/**
 * The pending appointments of a list: those of its filters if they filter by pending, otherwise all that are
 * still to come.
 */
const toPendingQuery = (query: ListQuery): ListQuery => {
  if (query.status === 'pending') return query;
  const { locationId, doctorId } = query;
  return { status: 'pending', coming: '1', locationId, doctorId };
};

/**
 * Confirms every pending appointment of a list after one confirmation with their number. Appointments that
 * another user has changed meanwhile are skipped.
 */
export function useConfirmAll(query: ListQuery): { ask(): void; questions: ReactNode } {
  const [found, setFound] = useState<{ rows: Appointment[]; more: boolean } | null>(null);
  const { run, busy, failures, forget } = useBulkChange();
  const count = useMultiStepChange(() =>
    callPage(listAppointments, { query: { ...toPendingQuery(query), limit: maxSelectedRows } }),
  );

  async function ask() {
    forget();
    try {
      const page = await count.mutateAsync();
      if (page.rows.length === 0) showToast({ kind: 'info', title: t('staff.confirmAll.none') });
      else setFound({ rows: page.rows, more: page.next !== undefined });
    } catch (error) {
      showErrorToast(t('staff.toast.error'), error, t('staff.appointments.loadFailed'));
    }
  }
  async function confirm(rows: readonly Appointment[]) {
    await run(rows, { status: 'confirmed' });
    setFound(null);
  }
  return {
    ask: () => void ask(),
    questions: (
      <>
        {failures}
        {found && (
          <ConfirmDialog
            open
            destructive={false}
            title={t('staff.confirmAll.title', { n: found.rows.length })}
            description={t('staff.confirmAll.text')}
            safeLabel={t('common.action.cancel')}
            confirmLabel={t('staff.act.confirmed')}
            busy={busy}
            busyLabel={t('common.action.saving')}
            closeLabel={t('common.action.close')}
            onCancel={() => setFound(null)}
            onConfirm={() => void confirm(found.rows)}
          >
            {found.more && <p>{t('staff.confirmAll.some', { n: found.rows.length })}</p>}
          </ConfirmDialog>
        )}
      </>
    ),
  };
}
