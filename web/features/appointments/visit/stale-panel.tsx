import type { ReactNode } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { formatVisit } from '#shared/domain/format-time.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';
import { StatusPill } from './status-pill.tsx';

interface StalePanelProps {
  current: Appointment;
  /** Name of the user who changed it, if known. */
  by?: string | undefined;
  /** The user's unsaved change, shown beside the current state. */
  mine?: ReactNode;
}

/** Two users changed one appointment: shows its current state and the unsaved change. */
export function StalePanel({ current, by, mine }: StalePanelProps) {
  return (
    <Notice kind="warn" live title={t('staff.live.staleTitle')}>
      <p>{by ? t('staff.live.rowChanged', { name: by }) : t('staff.live.staleText')}</p>
      <dl className="mt-2 grid gap-2 text-small text-ink">
        <div>
          <dt className="font-strong">{t('staff.live.current')}</dt>
          <dd className="grid justify-items-start gap-1">
            <span className="flex flex-wrap items-center gap-2">
              {formatVisit(currentLang(), current.appointmentDate, current.appointmentTime)}
              <StatusPill status={current.status} />
            </span>
            <span dir="auto" className="max-h-40 w-full overflow-y-auto whitespace-pre-line">
              {current.notes || t('staff.cell.noNotes')}
            </span>
          </dd>
        </div>
        {mine && (
          <div>
            <dt className="font-strong">{t('staff.live.yours')}</dt>
            <dd>{mine}</dd>
          </div>
        )}
      </dl>
    </Notice>
  );
}
