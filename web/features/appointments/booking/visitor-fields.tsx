import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { groupTypedPhone } from '#shared/domain/people/phone-text.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Field } from '#web/ui/form/field.tsx';
import { personInputProps } from '#web/ui/form/person-inputs.ts';
import { RadioCards } from '#web/ui/form/radio-cards.tsx';
import { codeInputProps } from '#web/ui/form/six-digits.ts';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { VisitorField, VisitorForm } from './use-visitor-form.ts';

interface VisitorFieldsProps {
  who: VisitorForm;
  /** Id of the form, so that a button outside it can submit it. */
  formId: string;
  /** Content above the name: who the patient is. */
  before?: ReactNode;
  /** `isNewPatient`: the visitor answered that she is none of the patients with her number. */
  onEntered(isNewPatient?: boolean): void;
  /** Called when the code is requested. */
  onSend?(): void;
}

/** A visitor's name and phone, then the code. The submit button is outside the form. */
export function VisitorFields({ who, formId, before, onEntered, onSend }: VisitorFieldsProps) {
  const { errors, typed } = who;
  const form = useRef<HTMLFormElement>(null);
  const wrong = (Object.keys(errors) as (VisitorField | 'form')[]).find((name) => errors[name]);
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="who-${wrong}"]`)?.focus();
  }, [wrong]);
  useEffect(() => {
    if (typed.sent) form.current?.querySelector<HTMLElement>('[name="who-otp"]')?.focus();
  }, [typed.sent]);
  function send(event: FormEvent) {
    event.preventDefault();
    if (who.busy) return;
    if (typed.sent || who.withoutCode) return onEntered();
    onSend?.();
    void who.sendCode();
  }
  const asksCode = typed.sent && !who.withoutCode;
  return (
    <form ref={form} id={formId} noValidate onSubmit={send} className="grid gap-4">
      {who.withoutCode && (
        <Notice kind="warn" title={t('booking.who.noMessages')}>
          {t('booking.who.noMessagesText')}
        </Notice>
      )}
      {errors.form && (
        <Notice kind="danger" live>
          {errors.form}
        </Notice>
      )}
      {!asksCode && before}
      {asksCode ? <Code who={who} onNewPatient={() => onEntered(true)} /> : <NameAndNumber who={who} />}
    </form>
  );
}

function NameAndNumber({ who }: { who: VisitorForm }) {
  const { typed, errors, keep, byEmail, ways } = who;
  const bothWays = ways?.codes.includes('sms') && ways.codes.includes('whatsapp');
  const channel = useId();
  // Without a code there is no account: only the patient's name is asked for.
  const asksOwn = !(typed.isOther && who.withoutCode);
  const box = (field: 'name' | 'phone' | 'email' | 'patient') => ({
    ...personInputProps[field === 'patient' ? 'name' : field],
    ...(field === 'patient' ? { autoComplete: 'off' } : {}),
    name: `who-${field}`,
    value: typed[field],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => keep({ [field]: target.value }),
  });
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        {typed.isOther && (
          <Field label={t('booking.who.patient')} error={errors.patient}>
            <TextInput {...box('patient')} maxLength={200} />
          </Field>
        )}
        {asksOwn && (
          <Field label={t('booking.who.name')} error={errors.name}>
            <TextInput {...box('name')} maxLength={200} />
          </Field>
        )}
        <Field label={t('booking.who.phone')} help={t('booking.who.phoneHint')} error={errors.phone}>
          <TextInput {...box('phone')} maxLength={30} />
        </Field>
        {byEmail && (
          <Field label={t('booking.who.email')} help={t('booking.who.emailHint')} error={errors.email}>
            <TextInput {...box('email')} maxLength={254} />
          </Field>
        )}
      </div>
      {bothWays && (
        <div className="grid gap-2">
          <p id={channel} className="text-small font-strong">
            {t('booking.who.channel')}
          </p>
          <RadioCards
            name="who-channel"
            labelledBy={channel}
            value={typed.channel}
            onChange={(chosen) => keep({ channel: chosen as 'sms' | 'whatsapp' })}
            options={[
              { value: 'sms', label: t('booking.who.sms') },
              { value: 'whatsapp', label: t('booking.who.whatsapp') },
            ]}
          />
        </div>
      )}
    </>
  );
}

function Code({ who, onNewPatient }: { who: VisitorForm; onNewPatient(): void }) {
  const { typed, errors, otp, setOtp, wait, ways, byEmail, keep } = who;
  return (
    <>
      <p role="status" className="text-ui leading-[1.55]">
        {t('booking.who.sent')}{' '}
        <b className="ltr num font-strong">{byEmail ? typed.email : groupTypedPhone(typed.phone)}</b>
      </p>
      {ways?.kept && (
        <Notice>
          {t('booking.who.demo')}{' '}
          <a href="/admin/logs?log=messages" className="link">
            {t('booking.who.demoWhere')}
          </a>
        </Notice>
      )}
      <Field label={t('booking.who.code')} help={t('booking.who.codeHint')} error={errors.otp}>
        <TextInput
          name="who-otp"
          {...codeInputProps}
          className={cx(codeInputProps.className, 'max-w-64')}
          value={otp}
          onChange={(event) => setOtp(event.target.value)}
        />
      </Field>
      {who.asksName && (
        <>
          <Field label={t('booking.who.name')} error={errors.name}>
            <TextInput
              {...personInputProps.name}
              name="who-name"
              maxLength={200}
              value={typed.name}
              onChange={({ target }) => keep({ name: target.value })}
            />
          </Field>
          <Button kind="out" className="justify-self-start" disabled={who.busy} onClick={onNewPatient}>
            {t('booking.who.newPatient', { name: typed.name })}
          </Button>
        </>
      )}
      <div className="flex flex-wrap items-center gap-x-4">
        {wait > 0 ? (
          <p className="num py-3 text-small text-ink-2">{t('booking.who.resendIn', { n: wait })}</p>
        ) : (
          <Button kind="gho" onClick={() => void who.sendCode()}>
            {t('booking.who.resend')}
          </Button>
        )}
        <Button kind="gho" onClick={who.otherNumber}>
          {t('booking.who.otherNumber')}
        </Button>
      </div>
    </>
  );
}
