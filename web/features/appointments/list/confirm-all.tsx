import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { type Appointment, listAppointments } from '#shared/contract/appointments.ts';
import { useDoing } from '#web/api/changes.ts';
import { callPage } from '#web/api/client.ts';
import { sayFailed } from '#web/api/say-failed.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { useFocusKept } from '#web/ui/frame/use-focus-kept.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import type { ListQuery } from './use-appointment-list.ts';
import { useChangeMany } from './use-change-many.tsx';
import { mostChosen } from './use-row-selection.ts';

/** What the tile of those that wait counts, and leads to. */
export const pendingToCome: ListQuery = { status: 'pending', coming: '1' };

interface ConfirmAllProps {
  query: ListQuery;
  /** How many the list says there are. */
  total: string | undefined;
  /** The button alone, which says itself how many there are. */
  bare?: boolean;
  /** They are confirmed: the button goes. */
  onDone?(): void;
}

/**
 * Everything that waits to be confirmed, as filtered: what is confirmed is what was counted, and one that
 * somebody changed since is left alone.
 */
export function ConfirmAll({ query, total, bare, onDone }: ConfirmAllProps) {
  const [found, setFound] = useState<{ rows: Appointment[]; more: boolean } | null>(null);
  const [isDone, setDone] = useState(false);
  const { place, acted } = useFocusKept<HTMLParagraphElement>();
  const { run, busy, failures, forget } = useChangeMany();
  const count = useDoing(() => callPage(listAppointments, { query: { ...query, limit: mostChosen } }));
  const n = Number.parseInt(total ?? '0', 10);

  async function ask() {
    forget();
    try {
      const page = await count.mutateAsync();
      setFound({ rows: page.rows, more: page.next !== undefined });
    } catch (error) {
      sayFailed(t('staff.toast.error'), error, t('staff.appointments.loadFailed'));
    }
  }
  async function confirm(rows: readonly Appointment[]) {
    const refused = await run(rows, { status: 'confirmed' });
    setFound(null);
    if (refused === null) return;
    setDone(true);
    acted();
    onDone?.();
  }
  const button = (
    <Button
      size="sm"
      kind="out"
      icon={<CheckCheck size={18} strokeWidth={1.7} aria-hidden="true" />}
      busy={count.isPending}
      busyLabel={t('common.state.loading')}
      onClick={() => void ask()}
    >
      {t(bare ? 'staff.confirmAll.pending' : 'staff.confirmAll.button', { n })}
    </Button>
  );
  return (
    <>
      {n > 0 && bare && button}
      {n === 0 && isDone && (
        <p ref={place} tabIndex={-1} className="text-small text-ink-2">
          {t('staff.confirmAll.none')}
        </p>
      )}
      {n > 0 && !bare && (
        <div className="flex flex-wrap items-center gap-3 rounded-item bg-tone-warning-bg px-4 py-2 text-tone-warning">
          <b className="me-auto text-small">{t('staff.confirmAll.found', { n })}</b>
          {button}
        </div>
      )}
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
  );
}
