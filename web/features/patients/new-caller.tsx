import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { createPatient, type User } from '#shared/contract/users.ts';
import { phoneSearch } from '#shared/domain/people/phone-text.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { DuplicateNotice, type DuplicatePatient, getDuplicatePatient } from './duplicate-notice.tsx';
import { type MessageChoice, MessageChoiceFields } from './message-choice.tsx';
import { type PatientErrors, validateNewPatient } from './new-patient-checks.ts';

interface NewCallerProps {
  /** The search text: a name or a phone number. */
  typed: string;
  onCreated(patient: User): void;
  onBack(): void;
}

/**
 * Adds a patient during booking: name, phone and how messages reach her, without username and password. It is
 * inside another form, so Enter in a field adds the patient instead of submitting that form.
 */
export function NewCaller({ typed, onCreated, onBack }: NewCallerProps) {
  const idBase = useId();
  const first = useRef<HTMLInputElement>(null);
  const isPhone = phoneSearch(typed) !== null;
  const [caller, setCaller] = useState({ name: isPhone ? '' : typed, phone: isPhone ? typed : '' });
  const [messages, setMessages] = useState<MessageChoice>({});
  const [errors, setErrors] = useState<PatientErrors>({});
  const [duplicate, setDuplicate] = useState<DuplicatePatient | null>(null);
  const { mutateAsync: create, isPending: busy } = useChange(createPatient);
  useEffect(() => first.current?.focus(), []);

  async function add(another = false) {
    const complaint = validateNewPatient('doctor', {
      ...caller,
      username: '',
      secondaryPhone: '',
      email: '',
      password: '',
    });
    setErrors(complaint?.errors ?? {});
    if (complaint) return;
    try {
      onCreated(await create({ body: { ...caller, ...messages, ...(another ? { another } : {}) } }));
    } catch (error) {
      const there = getDuplicatePatient(error);
      setDuplicate(there);
      if (there) return;
      if (error instanceof ApiError) setErrors(error.fields);
      showErrorToast(t('staff.toast.error'), error, t('staff.newPatient.failedCreate'));
    }
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void add();
  }
  const change = (more: Partial<typeof caller>) => {
    setDuplicate(null);
    setCaller((before) => ({ ...before, ...more }));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter comes from its fields
    <fieldset className="grid gap-3 rounded-item border border-line bg-page p-4" onKeyDown={onKeyDown}>
      <legend className="px-1 font-strong">{t('staff.newCaller.title')}</legend>
      <p className="text-small text-ink-2">{t('staff.newCaller.text')}</p>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <Field id={`${idBase}-name`} label={t('staff.newPatient.name')} error={errors.name}>
          <TextInput
            ref={isPhone ? first : undefined}
            maxLength={200}
            autoComplete="off"
            dir="auto"
            value={caller.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        </Field>
        <Field id={`${idBase}-phone`} label={t('staff.newPatient.phone')} error={errors.phone}>
          <TextInput
            ref={isPhone ? undefined : first}
            type="tel"
            inputMode="tel"
            dir="ltr"
            maxLength={30}
            autoComplete="off"
            value={caller.phone}
            onChange={({ target }) => change({ phone: target.value })}
          />
        </Field>
      </div>
      <MessageChoiceFields
        patient={caller}
        value={messages}
        onChange={(change) => setMessages((before) => ({ ...before, ...change }))}
      />
      {duplicate && (
        <DuplicateNotice
          duplicate={duplicate}
          onUse={() => onCreated(duplicate)}
          onAnother={() => void add(true)}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={busy} onClick={() => void add()}>
          {t('staff.newCaller.add')}
        </Button>
        <Button size="sm" kind="gho" onClick={onBack}>
          {t('staff.newCaller.back')}
        </Button>
      </div>
    </fieldset>
  );
}
