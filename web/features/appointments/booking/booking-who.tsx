import { Send } from 'lucide-react';
import { type ChangeEvent, type FormEvent, useEffect, useId, useRef } from 'react';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Field } from '#web/ui/form/field.tsx';
import { personInputs } from '#web/ui/form/person-inputs.ts';
import { RadioCards } from '#web/ui/form/radio-cards.tsx';
import { sixDigits } from '#web/ui/form/six-digits.ts';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Who, WhoField } from './use-who.ts';

interface BookingWhoProps {
  who: Who;
  /** The id of the form, so that the panel's button can send it. */
  formId: string;
  onEntered(): void;
  onLogIn(): void;
  /** Of the heading in it. */
  level?: 3 | 4;
}

/** "Who is coming?": name and mobile, then the code. Beside it the way in for who has an account. */
export function BookingWho({ who, formId, onEntered, onLogIn, level = 4 }: BookingWhoProps) {
  const { errors, typed } = who;
  const form = useRef<HTMLFormElement>(null);
  const wrong = (Object.keys(errors) as (WhoField | 'form')[]).find((name) => errors[name]);
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="who-${wrong}"]`)?.focus();
  }, [wrong]);
  useEffect(() => {
    if (typed.sent) form.current?.querySelector<HTMLElement>('[name="who-otp"]')?.focus();
  }, [typed.sent]);
  function send(event: FormEvent) {
    event.preventDefault();
    if (who.busy) return;
    if (typed.sent || who.withoutCode) onEntered();
    else void who.sendCode();
  }
  return (
    <div className="grid gap-5">
      <form ref={form} id={formId} noValidate onSubmit={send} className="grid gap-4">
        <p className="-mt-2 text-ui text-ink-2">{t('booking.who.text')}</p>
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
        {typed.sent && !who.withoutCode ? <Code who={who} /> : <NameAndNumber who={who} />}
      </form>
      <Account required={!who.withoutCode} level={level} onLogIn={onLogIn} />
    </div>
  );
}

function NameAndNumber({ who }: { who: Who }) {
  const { typed, errors, keep, byEmail, ways } = who;
  const bothWays = ways?.codes.includes('sms') && ways.codes.includes('whatsapp');
  const channel = useId();
  const box = (field: 'name' | 'phone' | 'email') => ({
    ...personInputs[field],
    name: `who-${field}`,
    value: typed[field],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => keep({ [field]: target.value }),
  });
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <Field label={t('booking.who.name')} error={errors.name}>
          <TextInput {...box('name')} maxLength={200} />
        </Field>
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
      {!who.withoutCode && (
        <Button
          type="submit"
          kind="sec"
          className="justify-self-start max-md:w-full"
          busy={who.busy}
          busyLabel={t('booking.who.sending')}
          icon={<Send size={18} strokeWidth={1.7} aria-hidden="true" className="flip" />}
        >
          {t('booking.who.send')}
        </Button>
      )}
    </>
  );
}

function Code({ who }: { who: Who }) {
  const { typed, errors, otp, setOtp, wait, ways, byEmail } = who;
  return (
    <>
      <p role="status" className="text-ui leading-[1.55]">
        {t('booking.who.sent')} <b className="ltr num font-strong">{byEmail ? typed.email : typed.phone}</b>
      </p>
      {ways?.kept && (
        <Notice>
          {t('booking.who.demo')}{' '}
          <a href="/admin/logs" className="link">
            {t('booking.who.demoWhere')}
          </a>
        </Notice>
      )}
      <Field label={t('booking.who.code')} help={t('booking.who.codeHint')} error={errors.otp}>
        <TextInput
          name="who-otp"
          {...sixDigits}
          className={cx(sixDigits.className, 'max-w-64')}
          value={otp}
          onChange={(event) => setOtp(event.target.value)}
        />
      </Field>
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

interface AccountProps {
  required: boolean;
  level: 3 | 4;
  onLogIn(): void;
}

/**
 * The specification's panel for visitors, small: title, sentence, button. Where her number is all that is
 * asked for, no account is required.
 */
function Account({ required, level, onLogIn }: AccountProps) {
  const Heading = `h${level}` as const;
  return (
    <section
      aria-labelledby="book-account"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-page px-4 py-3"
    >
      <div className="max-w-[52ch] min-w-0">
        <Heading id="book-account" className="text-ui!">
          {t(required ? 'booking.loginRequired.title' : 'booking.who.accountTitle')}
        </Heading>
        <p className="text-small text-ink-2">
          {t(required ? 'booking.loginRequired.text' : 'booking.who.accountText')}
        </p>
      </div>
      <Button kind="out" size="sm" onClick={onLogIn}>
        {t('booking.loginRequired.button')}
      </Button>
    </section>
  );
}
