import { X } from 'lucide-react';
import { useState } from 'react';
import type { FoundPatient } from '#shared/contract/users.ts';
import { now as present } from '#web/api/clock.ts';
import { joinWithComma, t } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { lazyPreloaded } from '#web/ui/overlay/lazy-preloaded.tsx';
import { PatientPhone } from '#web/ui/phone/patient-phone.tsx';
import { AlertChips } from './file/alert-chips.tsx';
import { PatientSearch } from './patient-search.tsx';

/** Loaded later, because the user searches before adding a patient. */
const NewCaller = lazyPreloaded(() => import('./new-caller.tsx').then((m) => m.NewCaller));

export type PickedPatient = Pick<FoundPatient, 'id' | 'name' | 'phone' | 'reach' | 'reference'>;

interface PatientPickerProps {
  id: string;
  error?: string | undefined;
  picked: PickedPatient | null;
  onPick(patient: PickedPatient | null): void;
  /** Called instead of `NewCaller` if nothing was typed: opens the full form of a new patient. */
  onAdd?: (() => void) | undefined;
  /** Initial text for a new patient. */
  caller?: string | undefined;
  /** Number of patients listed before anything is typed. */
  firstFew: number;
  /**
   * Focuses the search when it is rendered; not on touch devices, where the keyboard would cover the results.
   */
  takesFocus?: boolean;
}

/** Chooses the patient of an appointment: a search, then the chosen patient in its place. */
export function PatientPicker(props: PatientPickerProps) {
  const { id, error, picked, onPick, onAdd, caller, firstFew, takesFocus } = props;
  const [typed, setTyped] = useState(caller ?? '');
  const [isNew, setIsNew] = useState(caller !== undefined);
  if (picked) return <PatientChip id={id} patient={picked} onClear={() => onPick(null)} />;
  if (isNew) {
    return (
      <NewCaller
        typed={typed}
        onCreated={(patient) => {
          setIsNew(false);
          setTyped('');
          onPick(patient);
        }}
        onBack={() => setIsNew(false)}
      />
    );
  }
  return (
    <Field id={id} label={t('staff.newAppointment.patient')} error={error}>
      <PatientSearch
        id={id}
        // After a validation error the search takes the focus also on touch devices.
        autoFocus={error !== undefined || (takesFocus && !matchMedia('(pointer: coarse)').matches)}
        query={typed}
        onQueryChange={setTyped}
        placeholder={t('staff.newAppointment.search')}
        onPick={onPick}
        onNew={(text) => (text === '' && onAdd ? onAdd() : setIsNew(true))}
        firstFew={firstFew}
      />
    </Field>
  );
}

/** The chosen patient, shown in place of the search. */
function PatientChip({ id, patient, onClear }: { id: string; patient: PickedPatient; onClear(): void }) {
  return (
    <div className="grid gap-[6px]">
      <span className="text-small font-strong">{t('staff.newAppointment.patient')}</span>
      <div className="flex min-h-[60px] items-center gap-3 rounded-item bg-tint ps-3 pe-2">
        <Avatar name={patient.name} plain />
        <span className="min-w-0">
          <b className="block truncate leading-[1.3] font-strong">{patient.name}</b>
          <small className="block text-xs leading-[1.4] text-ink-2">
            <PatientPhone now={present()} phone={patient.phone} reach={patient.reach} plain />
            {joinWithComma('', '')}
            <span className="ltr num">{patient.reference}</span>
          </small>
          <AlertChips patientId={patient.id} className="mt-1" />
        </span>
        <IconButton
          id={id}
          label={t('staff.newAppointment.clearPatient', { name: patient.name })}
          className="ms-auto"
          onClick={onClear}
        >
          <X size={20} strokeWidth={1.7} aria-hidden="true" />
        </IconButton>
      </div>
      <span role="status" className="sr-only">
        {t('staff.newAppointment.patientSelected', { name: patient.name })}
      </span>
    </div>
  );
}
