import { type Doctor, listDoctors } from '#shared/contract/doctors.ts';
import { listLocations } from '#shared/contract/locations.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Select } from '#web/ui/form/select.tsx';
import type { DoctorChoice } from './doctor-choice.ts';

interface DoctorSelectProps {
  id?: string;
  /** Doctors of this branch are listed first. */
  locationId: number | null;
  value: DoctorChoice;
  onChange(choice: DoctorChoice): void;
}

const options = (doctors: readonly Doctor[]) =>
  doctors.map((doctor) => (
    <option key={doctor.id} value={doctor.id}>
      {doctorName(currentLang(), doctor)}
    </option>
  ));

const parseDoctorChoice = (value: string): DoctorChoice =>
  value === 'any' || value === 'woman' ? value : Number(value);

/**
 * Select with the clinic's doctors; also "any" and "a woman" at branches booked by doctor, "none" at others.
 */
export function DoctorSelect({ id, locationId, value, onChange }: DoctorSelectProps) {
  const { data: doctors = [] } = useRead(listDoctors);
  const { data: locations } = useRead(listLocations);
  const branch = locations?.find((location) => location.id === locationId);
  const byDoctor = branch?.bookedBy === 'doctor';
  const isHere = (doctor: Doctor) => locationId !== null && doctor.locationIds.includes(locationId);
  const here = doctors.filter(isHere);
  const others = doctors.filter((doctor) => !isHere(doctor));
  return (
    <Select
      id={id}
      value={String(value)}
      onChange={({ target }) => onChange(parseDoctorChoice(target.value))}
    >
      <option value="any">{t(byDoctor ? 'staff.doctor.any' : 'staff.doctor.none')}</option>
      {(byDoctor || value === 'woman') && <option value="woman">{t('staff.doctor.woman')}</option>}
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
