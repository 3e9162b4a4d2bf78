import { branchDoctors } from '#shared/contract/doctors.ts';
import { dayParts } from '#shared/domain/day-part.ts';
import { formatDate } from '#shared/domain/format-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { NamedOptions, Select } from '#web/ui/form/select.tsx';
import { DateInput } from '#web/ui/form/time/date-input.tsx';
import { createDayFormat, getMonthTurnLabels } from '#web/ui/form/time/day-format.ts';
import type { WishState } from './use-wish.ts';

interface WishFieldsProps {
  today: string;
  state: WishState;
}

const wishDateFields = ['fromDate', 'toDate'] as const;

/** Wish for an appointment: branch or any, service, doctor, days and parts of the day. */
export function WishFields({ today, state }: WishFieldsProps) {
  const { locations, services, choice, choose, byDoctor, refused } = state;
  const closedFrom = locations.find(({ id }) => id === choice.locationId)?.closedFrom;
  return (
    <>
      <div className="grid gap-x-4 gap-y-[18px] sm:grid-cols-2">
        <Field
          label={t('offer.branch')}
          help={
            closedFrom && t('common.locations.closedFrom', { date: formatDate(currentLang(), closedFrom) })
          }
        >
          <Select
            value={choice.locationId ?? ''}
            onChange={({ target }) => choose({ locationId: Number(target.value) || null })}
          >
            <option value="">{t('offer.join.anyBranch')}</option>
            <NamedOptions of={locations} />
          </Select>
        </Field>
        <Field label={t('offer.join.service')}>
          <Select
            value={choice.serviceId ?? ''}
            onChange={({ target }) => choose({ serviceId: Number(target.value) })}
          >
            <NamedOptions of={services} />
          </Select>
        </Field>
        {byDoctor && (
          <div className="sm:col-span-2">
            <DoctorField state={state} />
          </div>
        )}
        {wishDateFields.map((end) => (
          <Field key={end} label={t(`offer.join.${end}`)} error={refused?.fields[end]}>
            <DateInput
              value={choice[end]}
              formatted={formatDate(currentLang(), choice[end])}
              placeholder={t('common.time.chooseDate')}
              calendarLabel={t(`offer.join.${end}`)}
              today={today}
              min={end === 'toDate' ? choice.fromDate : today}
              onChange={(day) => choose({ [end]: day })}
              format={createDayFormat()}
              labels={getMonthTurnLabels()}
            />
          </Field>
        ))}
      </div>
      <fieldset>
        <legend className="text-small font-strong">{t('offer.join.parts')}</legend>
        <div className="flex flex-wrap gap-x-6">
          {dayParts.map((part) => (
            <Checkbox
              key={part}
              label={t(`offer.part.${part}`)}
              checked={choice.parts.includes(part)}
              onChange={({ target }) =>
                choose({
                  parts: target.checked
                    ? [...choice.parts, part]
                    : choice.parts.filter((other) => other !== part),
                })
              }
            />
          ))}
        </div>
        <p className="text-xs leading-[1.5] text-ink-2">{t('offer.join.partsHint')}</p>
      </fieldset>
    </>
  );
}

/** Any doctor or a woman; for a single branch also one of its doctors. */
function DoctorField({ state: { choice, choose } }: Pick<WishFieldsProps, 'state'>) {
  const { locationId, serviceId, doctor } = choice;
  const { data } = useRead(
    branchDoctors,
    locationId === null || serviceId === null
      ? null
      : { params: { id: locationId }, query: { service: String(serviceId) } },
  );
  return (
    <Field label={t('booking.step.doctor')}>
      <Select
        value={String(doctor)}
        onChange={({ target: { value } }) =>
          choose({ doctor: value === 'any' || value === 'woman' ? value : Number(value) })
        }
      >
        <option value="any">{t('booking.doctor.any')}</option>
        <option value="woman">{t('booking.doctor.woman')}</option>
        {data?.doctors.map((one) => (
          <option key={one.id} value={one.id}>
            {doctorName(currentLang(), one)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
