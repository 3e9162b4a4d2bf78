import { useEffect, useRef } from 'react';
import type { User } from '#shared/contract/users.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { MissedVisitsCallNotice } from '#web/features/appointments/booked/missed-visits-call-notice.tsx';
import { t } from '#web/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';
import { personInputProps } from '#web/ui/form/person-inputs.ts';
import { RadioCards } from '#web/ui/form/radio-cards.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { OwnVisitHint, type OwnVisitPatient } from './own-visit-hint.tsx';
import type { BookingPatient } from './use-booking-patient.ts';
import type { VisitorForm } from './use-visitor-form.ts';
import { VisitorFields } from './visitor-fields.tsx';

export interface BookingWhoProps {
  lang: Lang;
  who: VisitorForm;
  user: User | null;
  whom: BookingPatient;
  visitor: boolean;
  /** Clinic setting: number of missed appointments after which the clinic calls first. */
  callAfter: number | null;
  /** The signed-in patient, to whom the form shows her other appointments of that day. */
  patient: OwnVisitPatient | undefined;
  /** Id of the form, so that the button of the panel can submit it. */
  formId: string;
  onConfirm(isNewPatient?: boolean): void;
  onSend(): void;
}

/** The last step asks who the patient is; a visitor also enters name and phone, then the code. */
export function BookingPatientStep(props: BookingWhoProps) {
  const { who, user, whom, visitor, formId, onConfirm, onSend } = props;
  const patient = useRef<HTMLInputElement>(null);
  const isMissing = who.errors.patient !== undefined;
  useEffect(() => {
    if (isMissing) patient.current?.focus();
  }, [isMissing]);
  const choice = <PatientChoice {...{ who, user, whom }} />;
  if (visitor) return <VisitorFields {...{ who, formId, onSend }} before={choice} onEntered={onConfirm} />;
  return (
    <form
      id={formId}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm();
      }}
    >
      {choice}
      {whom.isOther && (
        <Field label={t('booking.who.patient')} error={who.errors.patient}>
          <TextInput
            {...personInputProps.name}
            ref={patient}
            autoComplete="off"
            name="who-patient"
            maxLength={200}
            value={who.typed.patient}
            onChange={({ target }) => who.keep({ patient: target.value })}
          />
        </Field>
      )}
      {!whom.isOther && <OwnVisitHint lang={props.lang} patient={props.patient} />}
      <MissedVisitsCallNotice
        user={user}
        forWhom={whom.isOther ? null : whom.person}
        callAfter={props.callAfter}
      />
    </form>
  );
}

/**
 * Choice of the patient: the user, a person whose appointments the user manages, or another person by name.
 */
function PatientChoice({ who, user, whom }: Pick<BookingWhoProps, 'who' | 'user' | 'whom'>) {
  const cared = (user?.caresFor ?? []).map(({ id, name }) => ({
    value: String(id),
    label: <bdi>{name}</bdi>,
  }));
  const self = String(user?.id ?? 'me');
  return (
    <RadioCards
      name="booking-for"
      label={t('booking.step.whose')}
      columns={4}
      ring={false}
      options={[
        { value: self, label: t('booking.for.me') },
        ...cared,
        { value: 'other', label: t('booking.for.other') },
      ]}
      value={whom.isOther ? 'other' : String(whom.person?.id ?? 'me')}
      onChange={(chosen) => {
        // A signed-in user who chooses here has answered who the patient is.
        who.keep({ isOther: chosen === 'other', ...(user && { name: '' }) });
        if (chosen !== 'other') whom.choose(Number(chosen) || 0);
      }}
    />
  );
}
