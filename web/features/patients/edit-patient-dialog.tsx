import { type FormEvent, useState } from 'react';
import { changeUser, personBody, type User } from '#shared/contract/users.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { mergeTypedIntoSaved, pickChangedFields, toFormValues } from '#web/api/form-values.ts';
import { formatSavedValue } from '#web/api/record-forms.ts';
import { useSession } from '#web/api/session.ts';

import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { CallHoursField, noCallPreference } from '#web/ui/form/call-hours-field.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { type MessageChoice, MessageChoiceFields } from './message-choice.tsx';
import { type PatientErrors, validatePatientDetails } from './new-patient-checks.ts';
import { focusPatientField, PatientFields } from './patient-fields.tsx';

const trimValues = <T extends Record<string, string>>(typed: T) =>
  Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.trim()])) as T;

const toPatientFormValues = (patient: User) => ({
  boxes: toFormValues(personBody, patient),
  reach: patient.reach ?? noCallPreference,
  messages: { channels: patient.channels, locale: patient.locale },
  version: patient.version,
});

/** Messages with the saved values of text fields that both another user and this user changed. */
const listConflictMessages = <B extends Record<string, string>>(
  before: B,
  typed: B,
  saved: B,
): PatientErrors =>
  Object.fromEntries(
    Object.keys(pickChangedFields(before, typed))
      .filter((name) => saved[name] !== before[name] && saved[name] !== typed[name])
      .map((name) => [name, formatSavedValue(saved[name])]),
  );

/** Edits a patient; sends only the changed fields. Mounted while it is open. */
export function EditPatientDialog({ patient, onClose }: { patient: User; onClose(): void }) {
  const [shown, setShown] = useState(() => toPatientFormValues(patient));
  const [isStale, setIsStale] = useState(false);
  const [typed, setTyped] = useState(shown.boxes);
  const [errors, setErrors] = useState<PatientErrors>({});
  const [reach, setReach] = useState(shown.reach);
  const [messages, setMessages] = useState<MessageChoice>(shown.messages);
  const [restored, setRestored] = useState(false);
  const { mutateAsync: save, isPending: busy } = useChange(changeUser);
  const { user: viewer } = useSession();

  function complain(found: PatientErrors) {
    setErrors(found);
    focusPatientField(found);
  }
  /** After another user saved first: takes over their changes and bases the next save on that version. */
  function continueFromSaved(current: User) {
    const saved = toPatientFormValues(current);
    setTyped(mergeTypedIntoSaved(shown.boxes, typed, saved.boxes));
    setReach(mergeTypedIntoSaved({ reach: shown.reach }, { reach }, { reach: saved.reach }).reach);
    setMessages(mergeTypedIntoSaved(shown.messages, messages, saved.messages));
    setErrors(listConflictMessages(shown.boxes, trimValues(typed), saved.boxes));
    setShown(saved);
    setIsStale(true);
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    setIsStale(false);
    const wrong = validatePatientDetails(typed);
    if (wrong) return complain(wrong);
    const edited = {
      ...pickChangedFields(shown.boxes, trimValues(typed)),
      ...pickChangedFields({ reach: shown.reach }, { reach }),
      ...pickChangedFields<MessageChoice>(shown.messages, messages),
    };
    if (Object.keys(edited).length === 0 && !restored) return onClose();
    try {
      const body = {
        ...edited,
        ...(restored ? { role: 'patient' as const } : {}),
        version: shown.version,
      };
      const saved = await save({ params: { id: patient.id }, body });
      const description = t('staff.patient.updatedText', { name: saved.name });
      showToast({ kind: 'success', title: t('staff.patient.updatedTitle'), description });
      onClose();
    } catch (error) {
      const known = error instanceof ApiError ? error : null;
      if (known?.code === 'stale') return continueFromSaved(known.current as User);
      if (known) complain(known.fields);
      showErrorToast(t('staff.toast.updateFailed'), error, t('staff.patient.updateFailed'));
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      title={t('staff.patient.editTitle')}
      description={t('staff.patient.editText')}
      closeLabel={t('common.action.close')}
      onSubmit={(event) => void submit(event)}
      actions={
        <>
          <Button kind="gho" onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" busy={busy} busyLabel={t('common.action.saving')}>
            {t('common.action.saveChanges')}
          </Button>
        </>
      }
    >
      {isStale && (
        <Notice kind="danger" live title={t('common.stale.title')}>
          {t('common.stale.text')}
        </Notice>
      )}
      <PatientFields
        value={typed}
        errors={errors}
        phoneOptional
        onChange={(change) => setTyped((before) => ({ ...before, ...change }))}
      />
      <MessageChoiceFields
        patient={typed}
        value={messages}
        onChange={(change) => setMessages((before) => ({ ...before, ...change }))}
      />
      <Checkbox
        label={t('staff.reach.mayCall')}
        checked={reach.calls}
        onChange={({ target }) => setReach((before) => ({ ...before, calls: target.checked }))}
      />
      <CallHoursField
        title={t('staff.reach.hoursTitle')}
        value={reach.hours}
        onChange={(hours) => setReach((before) => ({ ...before, hours }))}
      />
      {patient.role === 'user' && viewer?.role === 'admin' && (
        <Checkbox
          label={t('staff.patient.restore')}
          help={t('staff.patient.restoreHelp')}
          checked={restored}
          onChange={({ target }) => setRestored(target.checked)}
        />
      )}
    </Dialog>
  );
}
