import { Copy, Plus, X } from 'lucide-react';
import { timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatTime, weekdayName } from '#shared/domain/format-time.ts';
import { fallbackEnd } from '#shared/domain/visits/slots.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { FieldError } from '#web/ui/form/field.tsx';
import { Switch } from '#web/ui/form/switch.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TimeSelect } from './time-select.tsx';
import {
  createShiftDraft,
  findShiftProblem,
  findShiftWarning,
  type ShiftDraft,
  type WeekDraft,
  weekdays,
} from './week-draft.ts';

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;
const defaultShift = { startTime: '15:00:00', endTime: '19:00:00' };
const eveningShift = { startTime: '19:00:00', endTime: '21:00:00' };

interface WeekEditorProps {
  week: WeekDraft;
  /** 'HH:MM' */
  consultationStart: string;
  onChange(week: WeekDraft): void;
}

/** The seven weekdays, each closed or open with one or more shifts. */
export function WeekEditor({ week, consultationStart, onChange }: WeekEditorProps) {
  const put = (weekday: number, shifts: readonly ShiftDraft[]) =>
    onChange(week.map((day, at) => (at === weekday ? shifts : day)));
  const copy = (weekday: number) =>
    onChange(
      week.map((day) =>
        day.length === 0
          ? day
          : (week[weekday] ?? []).map((shift) => createShiftDraft(shift.startTime, shift.endTime)),
      ),
    );
  return (
    <div className="grid">
      {weekdays.map((weekday) => (
        <DayRow
          key={weekday}
          weekday={weekday}
          shifts={week[weekday] ?? []}
          consultationStart={consultationStart}
          onChange={(shifts) => put(weekday, shifts)}
          onCopy={() => copy(weekday)}
        />
      ))}
    </div>
  );
}

interface DayRowProps {
  weekday: number;
  shifts: readonly ShiftDraft[];
  consultationStart: string;
  onChange(shifts: readonly ShiftDraft[]): void;
  onCopy(): void;
}

function DayRow({ weekday, shifts, consultationStart, onChange, onCopy }: DayRowProps) {
  const day = weekdayName(currentLang(), weekday);
  const open = shifts.length > 0;
  return (
    <div
      role="group"
      aria-label={day}
      className="grid min-h-14 items-start gap-x-4 gap-y-2 border-t border-line py-[7px] first:border-t-0 sm:grid-cols-[minmax(0,1fr)_344px]"
    >
      <div className="flex min-h-tap items-center gap-4">
        <Switch
          label={t('admin.schedule.open', { day })}
          checked={open}
          onChange={(on) =>
            onChange(on ? [createShiftDraft(defaultShift.startTime, defaultShift.endTime)] : [])
          }
        />
        <span className="me-auto font-strong">{day}</span>
        {open && (
          <>
            <IconButton label={joinWithComma(t('admin.schedule.copyDay'), day)} onClick={onCopy}>
              <Copy {...icon} />
            </IconButton>
            <IconButton
              label={t('admin.schedule.addShiftDay', { day })}
              onClick={() =>
                onChange([...shifts, createShiftDraft(eveningShift.startTime, eveningShift.endTime)])
              }
            >
              <Plus {...icon} />
            </IconButton>
          </>
        )}
        {!open && <span className="text-small text-ink-3 sm:hidden">{t('admin.schedule.notBookable')}</span>}
      </div>
      {!open && (
        <span className="flex min-h-tap items-center text-small text-ink-3 max-sm:hidden">
          {t('admin.schedule.notBookable')}
        </span>
      )}
      {open && (
        <div className="grid gap-2 sm:pt-[2px]">
          {shifts.map((shift) => (
            <ShiftRow
              key={shift.key}
              day={day}
              shift={shift}
              shifts={shifts}
              consultationStart={consultationStart}
              onChange={(changed) =>
                onChange(shifts.map((other) => (other.key === shift.key ? changed : other)))
              }
              onRemove={() => onChange(shifts.filter((other) => other.key !== shift.key))}
            />
          ))}
        </div>
      )}
    </div>
  );
}

interface ShiftRowProps {
  day: string;
  shift: ShiftDraft;
  shifts: readonly ShiftDraft[];
  consultationStart: string;
  onChange(shift: ShiftDraft): void;
  onRemove(): void;
}

function ShiftRow({ day, shift, shifts, consultationStart, onChange, onRemove }: ShiftRowProps) {
  const problem = findShiftProblem(shift, shifts);
  const warning = problem ? null : findShiftWarning(shift, shifts, consultationStart);
  const end = formatTime(currentLang(), timeOfMinutes(fallbackEnd));
  const start = formatTime(currentLang(), consultationStart);
  return (
    <div className="grid gap-1">
      <div
        className={cx(
          'grid items-center gap-2 sm:grid-cols-[minmax(0,1fr)_12px_minmax(0,1fr)_44px]',
          shifts.length > 1
            ? 'grid-cols-[minmax(0,1fr)_12px_minmax(0,1fr)_44px]'
            : 'grid-cols-[minmax(0,1fr)_12px_minmax(0,1fr)]',
        )}
      >
        <TimeSelect
          label={t('admin.schedule.from', { day })}
          value={shift.startTime}
          invalid={problem !== null}
          onChange={(startTime) => onChange({ ...shift, startTime })}
        />
        <span aria-hidden="true" className="text-center text-ink-3">
          –
        </span>
        <TimeSelect
          label={t('admin.schedule.to', { day })}
          value={shift.endTime}
          none={t('admin.schedule.noEnd')}
          invalid={problem !== null}
          onChange={(endTime) => onChange({ ...shift, endTime })}
        />
        {shifts.length > 1 && (
          <IconButton label={joinWithComma(t('admin.schedule.removeShift'), day)} onClick={onRemove}>
            <X {...icon} />
          </IconButton>
        )}
      </div>
      {problem && (
        <FieldError>{t(problem === 'order' ? 'validation.timeOrder' : 'admin.schedule.overlap')}</FieldError>
      )}
      {warning && (
        <p role="status" className="text-small leading-[1.45] text-gold-ink">
          {warning === 'hidden' && t('admin.schedule.hidden')}
          {warning === 'fallback' && t('admin.schedule.fallback', { start, end })}
          {warning === 'noEnd' && t('admin.schedule.fallbackNoEnd', { end })}
        </p>
      )}
    </div>
  );
}
