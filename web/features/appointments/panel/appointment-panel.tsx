import { type Appointment, getAppointment } from '#shared/contract/appointments.ts';
import { ApiError } from '#web/api/client.ts';
import { now as present } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatPatientName } from '#web/features/appointments/visit/appointment-names.ts';
import { t } from '#web/i18n.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { PatientPhone } from '#web/ui/phone/patient-phone.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { AppointmentDetails, type PanelTools } from './appointment-details.tsx';

interface AppointmentPanelProps {
  id: number;
  tools: PanelTools;
  onClose(): void;
}

/**
 * One appointment with all its actions, the same wherever an appointment is selected. Mounted while it is
 * open.
 */
export function AppointmentPanel({ id, tools, onClose }: AppointmentPanelProps) {
  const { data: visit, isError, error, refetch } = useRead(getAppointment, { params: { id } });
  const isGone = isError && error instanceof ApiError && error.status === 404;
  return (
    <Dialog
      open
      size="md"
      title={visit ? formatPatientName(visit.patient) : t('staff.visit.title')}
      description={visit && <PanelPatient visit={visit} tools={tools} />}
      closeLabel={t('common.action.close')}
      // The card may have moved to another column of the board meanwhile.
      returnTo={() => document.querySelector<HTMLElement>(`[data-card="${id}"]`)}
      onClose={onClose}
    >
      {isGone && <Notice kind="danger">{t('staff.live.deleted')}</Notice>}
      {isError && !isGone && !visit && (
        <LoadFailed
          title={t('common.state.loadFailed')}
          reason={error.message}
          onAgain={() => void refetch()}
        />
      )}
      {!visit && !isError && (
        <LoadingRegion label={t('common.state.loading')} className="grid gap-3">
          <Skeleton className="h-20" />
          <Skeleton className="h-12" />
          <Skeleton className="h-16" />
        </LoadingRegion>
      )}
      {visit && !isGone && <AppointmentDetails visit={visit} tools={tools} onDone={onClose} />}
    </Dialog>
  );
}

function PanelPatient({ visit, tools }: { visit: Appointment; tools: PanelTools }) {
  const { phone, reach } = visit.patient;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="ltr num">{visit.reference}</span>
      {phone && <PatientPhone now={present()} phone={phone} reach={reach} />}
      {visit.patient.unreachable && <span>{t('staff.cell.unreachable')}</span>}
      {tools.alerts(visit.userId)}
    </span>
  );
}
