import { type Doctor, listDoctors } from '#shared/contract/doctors.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Select } from '#web/ui/form/select.tsx';

interface DoctorSelectProps {
  id?: string;
  /** Who works there stands first. */
  locationId: number | null;
  value: number | null;
  onChange(doctorId: number | null): void;
}

const options = (doctors: readonly Doctor[]) =>
  doctors.map((doctor) => (
    <option key={doctor.id} value={doctor.id}>
      {doctorName(currentLang(), doctor)}
    </option>
  ));

/** One of the clinic's doctors, or none. */
export function DoctorSelect({ id, locationId, value, onChange }: DoctorSelectProps) {
  const { data: doctors = [] } = useRead(listDoctors);
  const isHere = (doctor: Doctor) => locationId !== null && doctor.locationIds.includes(locationId);
  const here = doctors.filter(isHere);
  const others = doctors.filter((doctor) => !isHere(doctor));
  return (
    <Select
      id={id}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    >
      <option value="">{t('staff.doctor.none')}</option>
      {here.length > 0 && others.length > 0 ? (
        <>
          <optgroup label={t('staff.doctor.here')}>{options(here)}</optgroup>
          <optgroup label={t('staff.doctor.others')}>{options(others)}</optgroup>
        </>
      ) : (
        options(doctors)
      )}
    </Select>
  );
}
