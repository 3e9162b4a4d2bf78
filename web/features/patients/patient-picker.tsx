import { X } from 'lucide-react';
import { useState } from 'react';
import type { FoundPatient } from '#shared/contract/users.ts';
import { now as present } from '#web/api/clock.ts';
import { joined, t } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { later } from '#web/ui/overlay/later.tsx';
import { PhoneOf } from '#web/ui/phone/phone-of.tsx';
import { AlertChips } from './file/alert-chips.tsx';
import { PatientSearch } from './patient-search.tsx';

/** Whoever is new is looked for first. */
const NewCaller = later(() => import('./new-caller.tsx').then((m) => m.NewCaller));

export type PickedPatient = Pick<FoundPatient, 'id' | 'name' | 'phone' | 'reach' | 'reference'>;

interface PatientPickerProps {
  id: string;
  error?: string | undefined;
  picked: PickedPatient | null;
  onPick(patient: PickedPatient | null): void;
  /** Nothing was typed: the whole form of a new patient, where there is one. */
  onAdd?: (() => void) | undefined;
  /** She is new: what was typed of her. */
  caller?: string | undefined;
  /** How many are listed before anything is typed. */
  firstFew: number;
  /** It takes the focus where it is drawn; not by touch, where a keyboard would cover what is to choose. */
  takesFocus?: boolean;
}

/** Who the appointment is for: the search for a patient, then a chip in its place. */
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
        // She was missed before this was fetched: what is asked for takes the focus, by touch too.
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

/** A chosen patient in the place of the search. */
function PatientChip({ id, patient, onClear }: { id: string; patient: PickedPatient; onClear(): void }) {
  return (
    <div className="grid gap-[6px]">
      <span className="text-small font-strong">{t('staff.newAppointment.patient')}</span>
      <div className="flex min-h-[60px] items-center gap-3 rounded-item bg-tint ps-3 pe-2">
        <Avatar name={patient.name} plain />
        <span className="min-w-0">
          <b className="block truncate leading-[1.3] font-strong">{patient.name}</b>
          <small className="block text-xs leading-[1.4] text-ink-2">
            <PhoneOf now={present()} phone={patient.phone} reach={patient.reach} plain />
            {joined('', '')}
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
