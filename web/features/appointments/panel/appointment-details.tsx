import {
  CalendarClock,
  CalendarPlus,
  FolderOpen,
  History,
  NotebookPen,
  Phone,
  Stethoscope,
  Trash2,
  UserX,
} from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { formatTimeOf, formatWeekdayDate } from '#shared/domain/format-time.ts';
import { canCallNow } from '#shared/domain/messages/quiet-hours.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import type { Role } from '#shared/domain/people/roles.ts';
import { listWrittenNotes } from '#shared/domain/visits/appointment-notes.ts';
import {
  type AppointmentStatus,
  canSet,
  isCancelledStatus,
  isMissed,
  isNextStep,
  isOpen,
  isTooEarly,
  listStatusChoices,
} from '#shared/domain/visits/appointment-status.ts';
import { now } from '#web/api/clock.ts';
import type { StaffGrid } from '#web/features/appointments/new/use-staff-times.ts';
import {
  formatPatientName,
  useLocationServiceNames,
} from '#web/features/appointments/visit/appointment-names.ts';
import { AppointmentChanges } from '#web/features/appointments/visit/change-list.tsx';
import { StatusPill, statusIcons } from '#web/features/appointments/visit/status-pill.tsx';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { cx } from '#web/ui/cx.ts';
import { formatCallPreference } from '#web/ui/phone/patient-phone.tsx';
import { callHref } from '#web/ui/phone/phone-links.ts';
import { MovePart } from './move-part.tsx';

/** Actions of the page for a selected appointment. */
export interface PanelTools {
  role: Role;
  kind: StaffGrid;
  today: string;
  setStatus(visit: Appointment, status: AppointmentStatus): void;
  write(visit: Appointment): void;
  nameDoctor(visit: Appointment): void;
  /** Books one or several follow-up appointments. */
  followUp(visit: Appointment): void;
  /** For a missed appointment: its reason and whether it counts. */
  openMissed(visit: Appointment): void;
  /** Opens the patient's file; absent in the file itself. */
  openFile?: ((patient: { id: number; name: string }) => void) | undefined;
  /** Admins only. */
  remove?: ((visit: Appointment) => void) | undefined;
  /** Alerts beside a patient's name, for users with permission. */
  alerts(patientId: number, brief?: 'brief'): ReactNode;
  /** Whether the patient has checked in. */
  useIsHere(visit: Appointment): boolean;
  /** Check-in and the other steps of the day, for an appointment today. */
  arrival(visit: Appointment, onDone: () => void): ReactNode;
}

interface AppointmentDetailsProps {
  visit: Appointment;
  tools: PanelTools;
  /** Called after a move or a step of the day. */
  onDone(): void;
}

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** Time, place, doctor and service of an appointment, with actions, note and history. */
export function AppointmentDetails({ visit, tools, onDone }: AppointmentDetailsProps) {
  const [part, setPart] = useState<'move' | 'history' | null>(null);
  const toggle = (next: 'move' | 'history') => setPart(part === next ? null : next);
  const partId = useId();
  return (
    <div className="grid gap-4">
      <Facts visit={visit} tools={tools} />
      {visit.appointmentDate === tools.today && tools.arrival(visit, onDone)}
      <div role="group" aria-label={t('staff.visit.actions')} className="flex flex-wrap gap-2">
        {isOpen(visit.status) && (
          <Button
            kind="out"
            size="sm"
            icon={<CalendarClock {...icon} />}
            aria-expanded={part === 'move'}
            aria-controls={partId}
            onClick={() => toggle('move')}
          >
            {t('staff.visit.move')}
          </Button>
        )}
        <CallButton visit={visit} />
        <StatusButtons visit={visit} tools={tools} />
        <Button
          kind="out"
          size="sm"
          icon={<History {...icon} />}
          aria-expanded={part === 'history'}
          aria-controls={partId}
          onClick={() => toggle('history')}
        >
          {t('staff.row.history')}
        </Button>
      </div>
      <div id={partId} className="grid empty:hidden">
        {part === 'move' && isOpen(visit.status) && (
          <MovePart row={visit} kind={tools.kind} today={tools.today} onClose={onDone} />
        )}
        {part === 'history' && <AppointmentChanges id={visit.id} />}
      </div>
      <Note visit={visit} tools={tools} />
      <MoreButtons visit={visit} tools={tools} />
    </div>
  );
}

function Facts({ visit, tools }: Pick<AppointmentDetailsProps, 'visit' | 'tools'>) {
  const lang = currentLang();
  const names = useLocationServiceNames();
  const { appointmentDate: date, appointmentTime: time } = visit;
  return (
    <div className="grid gap-3 rounded-item bg-sunk px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="font-strong">
          {formatWeekdayDate(lang, date)} <span className="num">{formatTimeOf(lang, date, time)}</span>
        </b>
        <StatusPill status={visit.status} />
        {visit.overbooked && <Badge>{t('staff.appointments.overbooked')}</Badge>}
        {visit.waitsForCall && <Badge>{t('staff.missed.callFirst')}</Badge>}
      </p>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-3">
        <Fact label={t('staff.column.location')}>
          {joinWithComma(
            names.location(visit.locationId, visit.locationName),
            visit.room === null ? null : t('staff.appointments.room', { n: visit.room }),
          )}
        </Fact>
        <Fact label={t('staff.column.service')}>{names.service(visit.service)}</Fact>
        <Fact label={t('staff.doctor.label')} className="max-sm:col-span-2">
          <button
            type="button"
            onClick={() => tools.nameDoctor(visit)}
            className="-my-2 inline-flex min-h-9 items-center gap-[6px] text-start underline underline-offset-4 hover:text-accent touch:min-h-tap"
          >
            <Stethoscope size={16} strokeWidth={1.7} aria-hidden="true" className="flex-none" />
            {visit.doctor ? doctorName(lang, visit.doctor) : t('staff.visit.noDoctor')}
          </button>
        </Fact>
      </dl>
    </div>
  );
}

const Fact = ({ label, className, children }: { label: string; className?: string; children: ReactNode }) => (
  <div className={cx('min-w-0', className)}>
    <dt className="text-xs text-ink-2">{label}</dt>
    <dd className="text-ui font-medium wrap-anywhere">{children}</dd>
  </div>
);

function CallButton({ visit }: { visit: Appointment }) {
  const { phone, reach } = visit.patient;
  if (!phone) return null;
  if (!canCallNow(reach, now()))
    return (
      <Button kind="out" size="sm" icon={<Phone {...icon} />} disabled>
        {joinWithComma(t('staff.file.call'), formatCallPreference(reach, now()))}
      </Button>
    );
  return (
    <ButtonLink kind="out" size="sm" icon={<Phone {...icon} />} href={callHref(phone)}>
      {t('staff.file.call')}
    </ButtonLink>
  );
}

/**
 * The statuses that can be set now. Before its time, an appointment today becomes attended through the steps
 * of the day, which start with the check-in. A patient who has checked in is not a no-show.
 */
function StatusButtons({ visit, tools }: Pick<AppointmentDetailsProps, 'visit' | 'tools'>) {
  const clock = dayClock(now());
  const isHere = tools.useIsHere(visit);
  const open = listStatusChoices(tools.role).filter(
    (status) =>
      status !== visit.status &&
      canSet(tools.role, visit.status, status) &&
      isNextStep(status, visit, clock) &&
      !isTooEarly(status, visit, clock, false) &&
      !(isMissed(status) && isHere),
  );
  return open.map((status) => {
    const Icon = statusIcons[status];
    return (
      <Button
        key={status}
        kind="out"
        size="sm"
        className={isCancelledStatus(status) ? 'text-danger!' : undefined}
        icon={<Icon {...icon} />}
        onClick={() => tools.setStatus(visit, status)}
      >
        {t(status === 'cancelled' ? 'staff.visit.cancel' : `staff.act.${status}`)}
      </Button>
    );
  });
}

/** The desk's note, which the patient can read. */
function Note({ visit, tools }: Pick<AppointmentDetailsProps, 'visit' | 'tools'>) {
  return (
    <section aria-label={t('staff.column.notes')} className="grid justify-items-start gap-2">
      {listWrittenNotes(visit.notes) !== '' && (
        <p
          dir="auto"
          className="w-full rounded-item bg-sunk px-4 py-3 text-ui whitespace-pre-line wrap-anywhere"
        >
          {listWrittenNotes(visit.notes)}
        </p>
      )}
      <Button kind="out" size="sm" icon={<NotebookPen {...icon} />} onClick={() => tools.write(visit)}>
        {t('staff.visit.note')}
      </Button>
    </section>
  );
}

/** Actions that are needed less often. */
function MoreButtons({ visit, tools }: Pick<AppointmentDetailsProps, 'visit' | 'tools'>) {
  const more = { kind: 'gho', size: 'sm' } as const;
  return (
    <div className="-mx-2 -mb-2 flex flex-wrap gap-x-1 border-t border-line pt-2">
      {tools.openFile && (
        <Button
          {...more}
          icon={<FolderOpen {...icon} />}
          onClick={() => tools.openFile?.({ id: visit.userId, name: formatPatientName(visit.patient) })}
        >
          {t('staff.visit.file')}
        </Button>
      )}
      {!isCancelledStatus(visit.status) && (
        <Button {...more} icon={<CalendarPlus {...icon} />} onClick={() => tools.followUp(visit)}>
          {t('staff.followUp.action')}
        </Button>
      )}
      {isMissed(visit.status) && (
        <Button {...more} icon={<UserX {...icon} />} onClick={() => tools.openMissed(visit)}>
          {t('staff.missed.open')}
        </Button>
      )}
      {tools.remove && (
        <Button {...more} icon={<Trash2 {...icon} />} onClick={() => tools.remove?.(visit)}>
          {t('staff.row.delete')}
        </Button>
      )}
    </div>
  );
}
