import { RefreshCw } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { createPatient, type User } from '#shared/contract/users.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { generateInitialPassword } from '#web/api/fresh-password.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { DuplicateNotice, type DuplicatePatient, getDuplicatePatient } from './duplicate-notice.tsx';
import { type FirstSignIn, HandOver } from './hand-over.tsx';
import { type MessageChoice, MessageChoiceFields } from './message-choice.tsx';
import {
  type NewPatient,
  type PatientErrors,
  type PatientForm,
  validateNewPatient,
} from './new-patient-checks.ts';
import { focusPatientField, PatientFields } from './patient-fields.tsx';

interface NewPatientDialogProps {
  kind: PatientForm;
  onCreated?(patient: User): void;
  /** Called to use an existing patient found as a duplicate. */
  onUse(patient: User): void;
  onClose(): void;
}

/** Adds a patient, then shows the first password to hand over. Mounted while it is open. */
export function NewPatientDialog({ kind, onCreated, onUse, onClose }: NewPatientDialogProps) {
  const [patient, setPatient] = useState<NewPatient>(() => ({
    name: '',
    username: '',
    phone: '',
    secondaryPhone: '',
    email: '',
    password: generateInitialPassword(),
  }));
  const [messages, setMessages] = useState<MessageChoice>({});
  const [errors, setErrors] = useState<PatientErrors>({});
  const { mutateAsync: create, isPending: busy } = useChange(createPatient);
  const [made, setMade] = useState<FirstSignIn | null>(null);
  const [duplicate, setDuplicate] = useState<DuplicatePatient | null>(null);

  function complain(found: PatientErrors) {
    setErrors(found);
    focusPatientField(found);
  }
  async function submit(event?: FormEvent, another = false) {
    event?.preventDefault();
    const complaint = validateNewPatient(kind, patient);
    if (complaint) {
      showToast({ kind: 'error', ...complaint.toast });
      return complain(complaint.errors);
    }
    setErrors({});
    try {
      const created = await create({
        body: { ...patient, ...messages, role: 'patient', ...(another ? { another } : {}) },
      });
      onCreated?.(created);
      setMade({ name: created.name, username: created.username ?? '', password: patient.password });
      const description = t('staff.newPatient.doneText', { name: created.name });
      showToast({ kind: 'success', title: t('staff.newPatient.doneTitle'), description });
    } catch (error) {
      const there = getDuplicatePatient(error);
      setDuplicate(there);
      if (there) return;
      const known = error instanceof ApiError ? error : null;
      if (known) complain(known.fields);
      const failed = t(kind === 'doctor' ? 'staff.newPatient.failedCreate' : 'staff.newPatient.failed');
      showErrorToast(t('staff.toast.error'), error, failed);
    }
  }
  if (made) return <HandOverDialog signIn={made} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      title={t('staff.newPatient.title')}
      description={t('staff.newPatient.text')}
      closeLabel={t('common.action.close')}
      onSubmit={(event) => void submit(event)}
      actions={
        <>
          <Button kind="gho" onClick={onClose}>
            {t('staff.newPatient.cancel')}
          </Button>
          <Button type="submit" busy={busy} busyLabel={t('staff.newPatient.submitting')}>
            {t('staff.newPatient.submit')}
          </Button>
        </>
      }
    >
      <PatientFields
        value={patient}
        errors={errors}
        onChange={(change) => {
          setDuplicate(null);
          setPatient((before) => ({ ...before, ...change }));
        }}
        username={{
          help: t(kind === 'doctor' ? 'staff.newPatient.usernameHint' : 'staff.newPatient.usernameUnique'),
          optional: kind === 'doctor',
        }}
        phoneOptional={kind === 'admin'}
        password={
          <Button
            kind="gho"
            size="sm"
            icon={<RefreshCw size={18} strokeWidth={1.7} aria-hidden="true" />}
            onClick={() => setPatient((before) => ({ ...before, password: generateInitialPassword() }))}
          >
            {t('staff.newPatient.passwordAnother')}
          </Button>
        }
      />
      <MessageChoiceFields
        patient={patient}
        value={messages}
        onChange={(change) => setMessages((before) => ({ ...before, ...change }))}
      />
      {duplicate && (
        <DuplicateNotice
          duplicate={duplicate}
          onUse={() => {
            onUse(duplicate);
            onClose();
          }}
          onAnother={() => void submit(undefined, true)}
        />
      )}
    </Dialog>
  );
}

/** Closes only with the button that confirms the hand-over, because the password is never shown again. */
export function HandOverDialog({ signIn, onClose }: { signIn: FirstSignIn; onClose(): void }) {
  return (
    <Dialog
      open
      locked
      onClose={onClose}
      title={t('staff.handOver.title', { name: signIn.name })}
      closeLabel={t('common.action.close')}
      actions={<Button onClick={onClose}>{t('staff.handOver.done')}</Button>}
    >
      <HandOver signIn={signIn} />
    </Dialog>
  );
}
