import { type FormEvent, type ReactNode, useState } from 'react';
import { askToLookAfter, askToShare, lookAfter, share } from '#shared/contract/own/agreement-patients.ts';
import { type CaredPerson, type Family } from '#shared/contract/patients.ts';
import { type Relation, relations } from '#shared/domain/people/family.ts';
import { sendChange, useMultiStepChange } from '#web/api/changes.ts';
import { ApiError, getErrorMessage } from '#web/api/client.ts';
import { refreshSession } from '#web/api/session.ts';
import { t, translateValidation } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { codeInputProps } from '#web/ui/form/six-digits.ts';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';

interface AgreementCodeDialogProps {
  title: string;
  text: string;
  /** Text after the code was sent. */
  sent: string;
  /** Whether the form contains the contact of the person to ask. */
  named: boolean;
  ask(): Promise<unknown>;
  agree(otp: string): Promise<void>;
  onClose(): void;
  /** Fields for the person to ask; `wrong` is the error of the contact. */
  children?: (locked: boolean, wrong: string | undefined) => ReactNode;
}

/**
 * Two steps: a code is sent to the other person, then the user enters it. A user who already has a code skips
 * the first step.
 */
function AgreementCodeDialog({
  title,
  text,
  sent,
  named,
  ask,
  agree,
  onClose,
  children,
}: AgreementCodeDialogProps) {
  const [otp, setOtp] = useState('');
  const [step, setStep] = useState<'ask' | 'sent' | 'have'>('ask');
  const doing = useMultiStepChange(async () => {
    if (step !== 'ask') return agree(otp);
    await ask();
    setStep('sent');
  });
  const { error } = doing;
  const wrong = error instanceof ApiError ? error.fields : {};
  const underCode = translateValidation(wrong.otp);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    doing.mutate();
  };
  return (
    <FormDialog
      title={title}
      description={text}
      submitLabel={t(step === 'ask' ? 'family.ask.send' : 'family.ask.agree')}
      problem={
        error && !wrong.contact && !wrong.otp
          ? getErrorMessage(error, t('account.family.saveFailed'))
          : undefined
      }
      busy={doing.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {children?.(step === 'sent', translateValidation(wrong.contact))}
      {step === 'ask' ? (
        <Button
          kind="gho"
          size="sm"
          className="justify-self-start"
          disabled={!named}
          onClick={() => {
            doing.reset();
            setStep('have');
          }}
        >
          {t('family.ask.have')}
        </Button>
      ) : (
        <>
          {step === 'sent' && (
            <p role="status" className="text-ui text-ink-2">
              {sent}
            </p>
          )}
          <Field
            label={t('family.ask.code')}
            help={t('family.ask.codeHint')}
            {...(underCode ? { error: underCode } : {})}
          >
            <TextInput
              {...codeInputProps}
              autoComplete="off"
              autoFocus
              value={otp}
              onChange={({ target }) => setOtp(target.value)}
            />
          </Field>
        </>
      )}
    </FormDialog>
  );
}

/**
 * Asks for the agreement of a person who has an account, so that the user may look after them: contact and
 * relation.
 */
export function RequestCareDialog({ guardianId, onClose }: { guardianId: number; onClose(): void }) {
  const [contact, setContact] = useState('');
  const [relation, setRelation] = useState<Relation>('mother');
  const params = { id: guardianId };
  return (
    <AgreementCodeDialog
      title={t('family.ask.title')}
      text={t('family.ask.text')}
      sent={t('family.ask.sent', { contact })}
      named={contact.trim() !== ''}
      ask={() => sendChange(askToLookAfter, { params, body: { contact } })}
      agree={async (otp) => {
        const family = await sendChange(
          lookAfter,
          { params, body: { contact, relation, otp } },
          { untilRead: true },
        );
        showToast({
          kind: 'success',
          title: t('family.ask.done', { name: getLastCaredName(family) }),
          description: t('family.ask.doneText'),
        });
        void refreshSession();
        onClose();
      }}
      onClose={onClose}
    >
      {(locked, wrong) => (
        <>
          <Field
            label={t('family.ask.contact')}
            help={t('family.ask.contactHelp')}
            {...(wrong ? { error: wrong } : {})}
          >
            <TextInput
              dir="ltr"
              className="num"
              autoComplete="off"
              maxLength={254}
              readOnly={locked}
              value={contact}
              onChange={({ target }) => setContact(target.value)}
            />
          </Field>
          <Field label={t('account.family.relation')}>
            <Select value={relation} onChange={({ target }) => setRelation(target.value as Relation)}>
              {relations.map((value) => (
                <option key={value} value={value}>
                  {t(`account.family.relation.${value}`)}
                </option>
              ))}
            </Select>
          </Field>
        </>
      )}
    </AgreementCodeDialog>
  );
}

const getLastCaredName = ({ caresFor }: Family): string => caresFor.at(-1)?.name ?? '';

/** Asks a person who is already looked after to share more: appointments, then notes. */
export function ShareDialog({ person, onClose }: { person: CaredPerson; onClose(): void }) {
  const { id, name, seesVisits } = person;
  const params = { id };
  const about = seesVisits ? 'notes' : 'visits';
  return (
    <AgreementCodeDialog
      title={t(`family.share.${about}Title`, { name })}
      text={t(`family.share.${about}Text`)}
      sent={t('family.share.sent')}
      named
      ask={() => sendChange(askToShare, { params })}
      agree={async (otp) => {
        await sendChange(share, { params, body: { otp } }, { untilRead: true });
        showToast({ kind: 'success', title: t('family.share.done') });
        void refreshSession();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
