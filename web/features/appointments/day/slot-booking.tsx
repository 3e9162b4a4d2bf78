import { X } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { User } from '#shared/contract/users.ts';
import { timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatTime, formatWeekdayDate } from '#shared/domain/format-time.ts';
import { TimeQuestion } from '#web/features/appointments/new/time-question.tsx';
import { idBase, useNewAppointment } from '#web/features/appointments/new/use-new-appointment.ts';
import type { StaffGrid } from '#web/features/appointments/new/use-staff-times.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { NamedOptions, Select } from '#web/ui/form/select.tsx';
import { useIsNarrow } from '#web/ui/frame/use-narrow.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { formatColumnName } from './column-name.ts';
import type { DayPlan } from './day-plan.ts';
import { type DropConflict, findDropConflict, findTargetColumn } from './drop-target.ts';
import { formatConflict } from './use-moving-appointment.ts';

/** The patient for whom the time is booked. */
type ChosenPatient = Pick<User, 'id' | 'name' | 'phone' | 'reach' | 'reference'>;
/** Search for a patient or the chosen patient; the page provides it. */
export type PatientField = (field: {
  id: string;
  error: string | undefined;
  picked: ChosenPatient | null;
  onPick(patient: ChosenPatient | null): void;
}) => ReactNode;

/** A free time of a room or a doctor that is being booked. */
export interface OpenSlot {
  /** Key of the column. */
  key: string;
  from: number;
  to: number;
  outside: boolean;
}

interface SlotBookingProps {
  slot: OpenSlot;
  plan: DayPlan;
  date: string;
  today: string;
  locationId: number;
  kind: StaffGrid;
  patientField: PatientField;
  onClose(): void;
}

const findSlotElement = ({ key, from }: OpenSlot) =>
  document.querySelector<HTMLElement>(`[data-slot="free-${key}-${from}"]`);

/** Position of the popover: at the free time; the last position if another user has taken it. */
function createSlotAnchor(slot: OpenSlot) {
  let last = findSlotElement(slot)?.getBoundingClientRect() ?? new DOMRect();
  return {
    getBoundingClientRect() {
      last = findSlotElement(slot)?.getBoundingClientRect() ?? last;
      return last;
    },
  };
}

const maxAlternatives = 2;

/** The next free times of the day, each once, preferably in the same column. */
function findNextFreeSlots({ columns }: DayPlan, { key, from }: OpenSlot): OpenSlot[] {
  const free = columns.flatMap(({ column, free: times }) =>
    times.filter(({ outside }) => !outside).map((time) => ({ ...time, key: column.key })),
  );
  const later = free
    .filter((time) => time.from > from)
    .toSorted((a, b) => a.from - b.from || Number(b.key === key) - Number(a.key === key));
  return later.filter((time, i) => time.from !== later[i - 1]?.from).slice(0, maxAlternatives);
}

/** Books a free time in a popover beside it, or in a sheet on a phone. Mounted while it is open. */
export function SlotBooking(props: SlotBookingProps) {
  const { date, onClose } = props;
  const isNarrow = useIsNarrow();
  // If the time is taken meanwhile, another one can be chosen; the popover stays where it is.
  const [slot, setSlot] = useState(props.slot);
  const title = formatTime(currentLang(), timeOfMinutes(slot.from));
  const column = findTargetColumn(props.plan, slot);
  const where = joinWithComma(
    column ? formatColumnName(column) : null,
    formatWeekdayDate(currentLang(), date),
  );
  const anchor = useRef(createSlotAnchor(props.slot));
  const booking = useSlotBooking({ ...props, slot, onSlot: setSlot });
  const isAsking = booking.asking !== null;
  const form = <SlotForm booking={booking} patientField={props.patientField} />;
  if (isNarrow)
    return (
      <Dialog open title={title} description={where} closeLabel={t('common.action.close')} onClose={onClose}>
        {form}
      </Dialog>
    );
  return (
    <Popover.Root open onOpenChange={(next) => !next && !isAsking && onClose()}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={t('staff.calendar.newAt', { time: title, room: where })}
          // The search takes the focus itself when it is loaded.
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            findSlotElement(slot)?.focus();
          }}
          onInteractOutside={(event) => isAsking && event.preventDefault()}
          className="tg-pop"
        >
          <div className="flex items-start gap-3">
            <div className="min-w-0 flex-1">
              <b className="num block font-display text-[1.25rem] leading-tight font-normal">{title}</b>
              <small className="text-xs text-ink-2">{where}</small>
            </div>
            <IconButton label={t('common.action.close')} className="-m-2" onClick={onClose}>
              <X size={20} strokeWidth={1.7} aria-hidden="true" />
            </IconButton>
          </div>
          {form}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const doubtByConflict = { taken: 'taken', outside: 'outside', busy: null } as const satisfies Record<
  DropConflict['kind'],
  unknown
>;

/** Patient, conflicts and the booking of a free time. */
function useSlotBooking(props: SlotBookingProps & { onSlot(slot: OpenSlot): void }) {
  const { slot, plan, date, today, locationId, kind, onClose, onSlot } = props;
  const [patient, setPatient] = useState<ChosenPatient | null>(null);
  const against = (minutes = slot.to - slot.from) =>
    findDropConflict(plan, { id: null, userId: patient?.id ?? null, minutes }, slot);
  const time = timeOfMinutes(slot.from);
  const column = findTargetColumn(plan, slot);
  const booking = useNewAppointment({
    kind,
    today,
    preset: { locationId, date, time },
    patient,
    slot: {
      room: column?.room ?? null,
      doctorId: column?.doctor?.id ?? null,
      doubtOf(minutes) {
        const conflict = against(minutes);
        return conflict && doubtByConflict[conflict.kind];
      },
    },
    onClose,
  });
  const found = against(booking.minutes);
  const isTaken = found?.kind === 'taken';
  return {
    ...booking,
    time,
    patient,
    setPatient,
    conflict: patient || isTaken ? found : null,
    others: isTaken ? findNextFreeSlots(plan, slot) : [],
    chooseOther(other: OpenSlot) {
      onSlot(other);
      booking.setWhen((before) => ({ ...before, time: timeOfMinutes(other.from) }));
    },
  };
}

interface SlotFormProps {
  booking: ReturnType<typeof useSlotBooking>;
  patientField: PatientField;
}

/** Form with patient and service; the time is given. Once a patient is chosen, Enter books. */
function SlotForm({ booking, patientField }: SlotFormProps) {
  const { patient, setPatient, conflict, time, names, serviceId, setService } = booking;
  const { errors, busy, asking, setAsking, place, submit, book, others, chooseOther } = booking;
  const isTaken = conflict?.kind === 'taken';
  const save = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (patient) save.current?.focus();
  }, [patient]);
  function onSubmit(event: FormEvent) {
    // The popover is inside another form in the React tree, which must not get the event.
    event.stopPropagation();
    submit(event);
  }
  return (
    <>
      <form onSubmit={onSubmit} noValidate className="grid gap-3">
        {patientField({
          id: `${idBase}-patient`,
          error: patient ? undefined : errors.patient,
          picked: patient,
          onPick: setPatient,
        })}
        {conflict && (
          <p role="status" className="rounded-item bg-tone-warning-bg px-3 py-2 text-xs text-tone-warning">
            {formatConflict(conflict)}
          </p>
        )}
        {others.length > 0 && (
          <div
            role="group"
            aria-label={t('staff.calendar.nextFree')}
            className="flex flex-wrap items-center gap-2"
          >
            <span className="text-small">{t('staff.calendar.nextFree')}</span>
            {others.map((other) => (
              <Button
                key={other.from}
                kind="sec"
                size="sm"
                className="num"
                onClick={() => {
                  chooseOther(other);
                  save.current?.focus();
                }}
              >
                {formatTime(currentLang(), timeOfMinutes(other.from))}
              </Button>
            ))}
          </div>
        )}
        <div className="tg-do flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <Select
              dense
              aria-label={t('staff.newAppointment.service')}
              value={serviceId ?? ''}
              onChange={({ target }) => setService(Number(target.value) || null)}
            >
              <NamedOptions of={names.services} />
            </Select>
          </div>
          <Button
            ref={save}
            type="submit"
            kind={isTaken ? 'out' : 'pri'}
            size="sm"
            busy={busy && !asking}
            className="flex-none"
          >
            {t(isTaken ? 'staff.overbook.confirm' : 'staff.calendar.book')}
          </Button>
        </div>
      </form>
      {asking && (
        <TimeQuestion
          time={time}
          location={place}
          doubt={asking}
          busy={busy}
          onCancel={() => setAsking(null)}
          onConfirm={() => void book(asking)}
        />
      )}
    </>
  );
}
