import { type FormEvent, useState } from 'react';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { Textarea } from '#web/ui/form/textarea.tsx';

interface MissedVisitTextFormProps {
  label: string;
  help: string;
  /** Label of the submit button. */
  send: string;
  /** Initial text. */
  before?: string | null;
  maxLength: number;
  /** Number of lines, if more than one. */
  rows?: number;
  busy: boolean;
  onSend(text: string): void;
  onCancel(): void;
}

/** A text about a missed appointment, by the patient or by staff; it must not be empty. */
export function MissedVisitTextForm(props: MissedVisitTextFormProps) {
  const { label, help, send, before, maxLength, rows, busy, onSend, onCancel } = props;
  const [text, setText] = useState(before ?? '');
  const [empty, setEmpty] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    const none = text.trim() === '';
    setEmpty(none);
    if (!none) onSend(text);
  }
  const box = {
    dir: 'auto' as const,
    maxLength,
    autoFocus: true,
    value: text,
    onChange: ({ target }: { target: { value: string } }) => setText(target.value),
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Field label={label} help={help} {...(empty ? { error: t('validation.required') } : {})}>
        {rows ? <Textarea {...box} rows={rows} /> : <TextInput {...box} autoComplete="off" />}
      </Field>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
        <Button type="submit" size="sm" busy={busy}>
          {send}
        </Button>
        <Button kind="gho" size="sm" onClick={onCancel}>
          {t('common.action.cancel')}
        </Button>
      </div>
    </form>
  );
}
