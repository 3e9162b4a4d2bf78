import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Reply } from '#shared/contract/endpoint.ts';
import type { listDuties } from '#shared/contract/schedules.ts';
import type { StaffMember } from '#shared/contract/staff.ts';
import { formatTime, weekdayName } from '#shared/domain/format-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field, FieldError } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TimeSelect } from './time-select.tsx';
import { weekdays } from './week-draft.ts';

export type Duty = Reply<typeof listDuties>[number];

const compareDuties = (a: Duty, b: Duty): number =>
  a.dayOfWeek - b.dayOfWeek || a.startTime.localeCompare(b.startTime);

export function formatStaffName(people: readonly StaffMember[], id: number): string {
  const member = people.find(({ user }) => user.id === id);
  if (!member) return t('common.state.unknown');
  return doctorName(currentLang(), { ...member, name: member.user.name });
}

interface EditorProps {
  duties: readonly Duty[];
  people: readonly StaffMember[];
  locationId: number;
  onChange(duties: Duty[]): void;
}

/** Doctors on duty by weekday and time. */
export function DutyEditor({ duties, people, locationId, onChange }: EditorProps) {
  return (
    <>
      <p className="text-small text-ink-2">{t('admin.duty.text')}</p>
      <DutyFields
        duties={duties}
        people={people}
        locationId={locationId}
        onAdd={(duty) => onChange([...duties, duty].sort(compareDuties))}
      />
      {duties.length === 0 && (
        <p className="py-2 text-center text-small text-ink-2">{t('admin.duty.empty')}</p>
      )}
      {weekdays
        .filter((weekday) => duties.some(({ dayOfWeek }) => dayOfWeek === weekday))
        .map((weekday) => (
          <section key={weekday} className="grid">
            <h3 className="text-small text-ink-2">{weekdayName(currentLang(), weekday)}</h3>
            <ul>
              {duties
                .filter(({ dayOfWeek }) => dayOfWeek === weekday)
                .map((duty) => (
                  <DutyRow
                    key={`${duty.userId} ${duty.startTime}`}
                    duty={duty}
                    name={formatStaffName(people, duty.userId)}
                    onRemove={() => onChange(duties.filter((other) => other !== duty))}
                  />
                ))}
            </ul>
          </section>
        ))}
    </>
  );
}

function DutyRow({ duty, name, onRemove }: { duty: Duty; name: string; onRemove(): void }) {
  const lang = currentLang();
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line py-2">
      <Avatar name={name} />
      <span className="min-w-0 flex-1">
        <b className="block truncate">{name}</b>
        <span className="num block text-small text-ink-2">
          {t('common.time.range', {
            from: formatTime(lang, duty.startTime),
            to: formatTime(lang, duty.endTime),
          })}
        </span>
      </span>
      <IconButton
        label={t('admin.duty.remove', { name, day: weekdayName(lang, duty.dayOfWeek) })}
        onClick={onRemove}
      >
        <Trash2 size={18} strokeWidth={1.7} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

interface FieldsProps {
  duties: readonly Duty[];
  people: readonly StaffMember[];
  locationId: number;
  onAdd(duty: Duty): void;
}

function DutyFields({ duties, people, locationId, onAdd }: FieldsProps) {
  const [duty, setDuty] = useState({ userId: 0, dayOfWeek: 0, startTime: '15:00:00', endTime: '19:00:00' });
  const [problem, setProblem] = useState<string>();
  const put = (change: Partial<Duty>) => {
    setProblem(undefined);
    setDuty({ ...duty, ...change });
  };
  const isHere = ({ locationIds }: StaffMember) => locationIds.includes(locationId);
  const choosable = people
    .filter(({ user }) => user.role === 'doctor' && !user.deactivated)
    .sort((a, b) => Number(isHere(b)) - Number(isHere(a)));
  function add() {
    const { userId, dayOfWeek, startTime, endTime } = duty;
    const meets = duties.some(
      (other) =>
        other.userId === userId &&
        other.dayOfWeek === dayOfWeek &&
        other.startTime < endTime &&
        startTime < other.endTime,
    );
    if (!userId) return setProblem(t('validation.required'));
    if (endTime <= startTime) return setProblem(t('validation.timeOrder'));
    if (meets) return setProblem(t('admin.duty.overlap', { name: formatStaffName(people, userId) }));
    onAdd(duty);
  }
  return (
    <div className="grid grid-cols-2 items-end gap-3 rounded-item border border-line bg-page p-4 sm:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <Field label={t('admin.duty.person')} className="max-sm:col-span-2">
        <Select
          dense
          value={duty.userId}
          aria-invalid={(problem && !duty.userId) || undefined}
          onChange={({ target }) => put({ userId: Number(target.value) })}
        >
          <option value={0}>{t('common.action.choose')}</option>
          {choosable.map(({ user }) => (
            <option key={user.id} value={user.id}>
              {formatStaffName(people, user.id)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('admin.duty.day')} className="max-sm:col-span-2">
        <Select
          dense
          value={duty.dayOfWeek}
          onChange={({ target }) => put({ dayOfWeek: Number(target.value) })}
        >
          {weekdays.map((weekday) => (
            <option key={weekday} value={weekday}>
              {weekdayName(currentLang(), weekday)}
            </option>
          ))}
        </Select>
      </Field>
      <div className="col-span-2 grid grid-cols-2 items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
        <Field label={t('common.field.from')}>
          <TimeSelect value={duty.startTime} onChange={(startTime) => put({ startTime })} />
        </Field>
        <Field label={t('common.field.to')}>
          <TimeSelect value={duty.endTime} onChange={(endTime) => put({ endTime })} />
        </Field>
        <Button
          size="sm"
          kind="sec"
          icon={<Plus size={18} aria-hidden="true" />}
          onClick={add}
          className="max-sm:col-span-2"
        >
          {t('admin.duty.add')}
        </Button>
      </div>
      {problem && (
        <div role="alert" className="col-span-2">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </div>
  );
}
