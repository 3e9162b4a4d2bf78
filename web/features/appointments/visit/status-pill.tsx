import { Check, Hourglass, type LucideIcon, UserCheck, UserX, X } from 'lucide-react';
import { type AppointmentStatus, allStatuses, statuses } from '#shared/domain/visits/appointment-status.ts';
import { t } from '#web/i18n.ts';
import { Pill } from '#web/ui/pill.tsx';

const icons: Record<(typeof statuses)[AppointmentStatus]['icon'], LucideIcon> = {
  hourglass: Hourglass,
  check: Check,
  'user-check': UserCheck,
  x: X,
  'user-x': UserX,
};

export const statusIcons = Object.fromEntries(
  allStatuses.map((status) => [status, icons[statuses[status].icon]]),
) as Record<AppointmentStatus, LucideIcon>;
export const formatVisitStatus = (status: AppointmentStatus): string => t(`status.${status}`);

/** Status of an appointment: colour, icon and text. */
export function StatusPill({ status, className }: { status: AppointmentStatus; className?: string }) {
  return (
    <Pill tone={statuses[status].tone} icon={statusIcons[status]} className={className}>
      {formatVisitStatus(status)}
    </Pill>
  );
}
