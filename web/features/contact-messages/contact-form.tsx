import { Send } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { contactBody, createContactMessage } from '#shared/contract/contact-messages.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError, getErrorMessage } from '#web/api/client.ts';
import { draftStore } from '#web/api/drafts.ts';
import { t, translateValidation } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { Textarea } from '#web/ui/form/textarea.tsx';
import { Notice } from '#web/ui/notice.tsx';

const draft = draftStore<Record<string, string>>('contact');
const fieldNames = ['name', 'email', 'message'] as const;
type Errors = Partial<Record<(typeof fieldNames)[number], string>>;

interface ContactFormProps {
  onSent: () => void;
  onFailed: (message: string) => void;
}

/** Contact form. No input is lost if sending fails. */
export function ContactForm({ onSent, onFailed }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const { mutateAsync: write, isPending: busy } = useChange(createContactMessage);
  const [sent, setSent] = useState<'no' | 'yes' | 'again'>('no');
  useEffect(() => {
    // Restores text typed before a reload or a change of page or language.
    for (const [name, text = ''] of Object.entries(draft.read())) {
      const box = form.current?.elements.namedItem(name);
      if ((box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement) && !box.value)
        box.value = text;
    }
  }, []);
  useEffect(() => {
    if (sent === 'again') form.current?.querySelector('input')?.focus();
  }, [sent]);

  function show(found: Errors) {
    setErrors(found);
    const first = fieldNames.find((name) => found[name]);
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy || !form.current) return;
    const typed = Object.fromEntries(new FormData(form.current)) as Record<string, string>;
    const parsed = contactBody.safeParse(typed);
    if (!parsed.success) return show(toContactErrors(parsed.error.issues));
    setErrors({});
    try {
      await write({ body: parsed.data });
      draft.clear();
      setSent('yes');
      onSent();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      show(error.fields);
      onFailed(getErrorMessage(error, t('public.contact.failed.text')));
    }
  }

  if (sent === 'yes') return <Sent onAnother={() => setSent('again')} />;
  return (
    <Card className="rounded-panel! p-[clamp(20px,3vw,40px)]">
      <form
        ref={form}
        noValidate
        onInput={(event) => {
          const typed = new FormData(event.currentTarget);
          const textOf = (name: string) => {
            const text = typed.get(name);
            return typeof text === 'string' ? text : '';
          };
          draft.keep(Object.fromEntries(fieldNames.map((name) => [name, textOf(name)])));
        }}
        onSubmit={(event) => void send(event)}
        aria-label={t('public.contact.form.title')}
        className="grid gap-5"
      >
        <Field label={t('public.contact.form.name')} error={errors.name}>
          <TextInput name="name" autoComplete="name" required maxLength={200} />
        </Field>
        <Field label={t('public.contact.form.email')} error={errors.email}>
          <TextInput name="email" type="email" dir="ltr" autoComplete="email" required maxLength={254} />
        </Field>
        <Field
          label={t('public.contact.form.message')}
          help={t('public.contact.form.discreet')}
          error={errors.message}
        >
          <Textarea
            name="message"
            rows={5}
            required
            maxLength={5000}
            placeholder={t('public.contact.form.placeholder')}
          />
        </Field>
        <div className="sr-only" aria-hidden="true">
          <label>
            {t('public.contact.form.leaveEmpty')}
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <Button
          type="submit"
          size="lg"
          busy={busy}
          busyLabel={t('public.contact.form.sending')}
          icon={<Send size={20} strokeWidth={1.7} aria-hidden="true" className="flip" />}
        >
          {t('public.contact.form.send')}
        </Button>
      </form>
    </Card>
  );
}

/** Replaces the form after sending and stays when the toast has closed. */
function Sent({ onAnother }: { onAnother: () => void }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Card className="grid content-start justify-items-start gap-4 rounded-panel! p-[clamp(20px,3vw,40px)]">
      <div ref={notice} tabIndex={-1} className="w-full">
        <Notice kind="success" title={t('public.contact.success.title')}>
          {t('public.contact.success.text')}
        </Notice>
      </div>
      <Button kind="gho" onClick={onAnother}>
        {t('public.contact.success.another')}
      </Button>
    </Card>
  );
}

function toContactErrors(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Errors {
  const found: Errors = {};
  for (const { path, message } of issues) {
    const name = fieldNames.find((field) => field === path[0]);
    if (name) found[name] ??= translateValidation(message);
  }
  return found;
}
