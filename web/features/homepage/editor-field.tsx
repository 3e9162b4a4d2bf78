import { type ReactNode, useId, useMemo } from 'react';
import { get, useFormContext } from 'react-hook-form';
import { dirOf, type Lang } from '#shared/domain/languages.ts';
import { t, translateValidation } from '#web/i18n.ts';
import { Field, FieldError } from '#web/ui/form/field.tsx';
import { FieldContext } from '#web/ui/form/field-control.ts';
import { TextInput, type TextInputProps } from '#web/ui/form/text-input.tsx';
import { Textarea } from '#web/ui/form/textarea.tsx';
import { getNativeLanguageName } from './editor-language.ts';

interface BilingualFieldProps {
  label: string;
  /** Name of the English field; the Arabic one ends in `Ar`. */
  name: string;
  /** Number of lines of a text area; absent for one line. */
  rows?: number;
  maxLength: number;
}

/**
 * One text in two languages, each in its own direction, whatever the page's direction; below each other on a
 * phone.
 */
export function BilingualField({ label, name, rows, maxLength }: BilingualFieldProps) {
  const box = { label, rows, maxLength };
  return (
    <div className="grid gap-[14px]">
      <span aria-hidden="true" className="text-small font-strong">
        {label}
      </span>
      <div className="grid gap-x-3 gap-y-4 md:grid-cols-2">
        <LanguageBox {...box} name={name} language="en" />
        <LanguageBox {...box} name={`${name}Ar`} language="ar" />
      </div>
    </div>
  );
}

function LanguageBox({ label, name, rows, maxLength, language }: BilingualFieldProps & { language: Lang }) {
  const { register, formState } = useFormContext();
  const id = useId();
  const error = translateValidation(
    (get(formState.errors, name) as { message?: string } | undefined)?.message,
    {
      n: maxLength,
    },
  );
  const control = useMemo(
    () => ({
      id,
      'aria-describedby': error ? `${id}-error` : undefined,
      'aria-invalid': error ? (true as const) : undefined,
    }),
    [id, error],
  );
  const look = { lang: language, dir: dirOf(language), className: 'text-start!', maxLength };
  return (
    <div className="grid min-w-0 content-start gap-[6px]">
      <div dir={dirOf(language)} className="relative">
        <label
          htmlFor={id}
          className="absolute start-3 -top-[9px] z-1 bg-surface px-1 text-xs leading-[1.4] text-ink-2"
        >
          <span className="sr-only">{label} </span>
          <span lang={language}>{getNativeLanguageName(language)}</span>
        </label>
        <FieldContext value={control}>
          {rows ? (
            <Textarea rows={rows} {...look} className="min-h-0! text-start!" {...register(name)} />
          ) : (
            <TextInput {...look} {...register(name)} />
          )}
        </FieldContext>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

interface PlainFieldProps extends Omit<TextInputProps, 'name'> {
  label: string;
  name: string;
  optional?: boolean;
  help?: ReactNode;
  asNumber?: boolean;
}

/** Keeps input that is not a whole number, so that validation rejects it. */
const toNumber = (typed: unknown): unknown =>
  typeof typed === 'string' && /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : typed;
const toNumberOrNone = (typed: unknown): unknown => (typed === '' ? null : toNumber(typed));

/** One value for both languages: a link, a phone number or an address. */
export function PlainField({ label, name, optional, help, asNumber, ...input }: PlainFieldProps) {
  const { register, formState } = useFormContext();
  const problem = get(formState.errors, name) as { message?: string } | undefined;
  return (
    <Field
      label={label}
      optional={optional ? t('common.field.optional') : undefined}
      help={help}
      error={translateValidation(problem?.message)}
    >
      <TextInput
        {...input}
        {...register(name, asNumber ? { setValueAs: optional ? toNumberOrNone : toNumber } : {})}
      />
    </Field>
  );
}
