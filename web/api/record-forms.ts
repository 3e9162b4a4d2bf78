import { useState } from 'react';
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { t } from '#web/i18n.ts';
import { ApiError } from './client.ts';
import { placeRefusal, useSchemaForm } from './forms.ts';

// Only the staff edit records that somebody else may save meanwhile: their words are not in patients' pages.

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? '') === JSON.stringify(b ?? '');

/** What somebody else saved in a field that was also edited here. */
export const savedValue = (value: unknown): string =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
    ? t('common.stale.savedValue', { value: String(value) })
    : t('common.stale.alsoChanged');

/**
 * Continues an edit after somebody else saved first: fields that were not edited here take the saved values,
 * edited fields keep what was typed, and a field that both changed says what is saved now. The next save is
 * made on top of these values.
 */
export function continueFrom<F extends FieldValues>(
  form: Pick<UseFormReturn<F>, 'formState' | 'getValues' | 'reset' | 'setError' | 'setValue'>,
  saved: DefaultValues<F>,
): void {
  const before = { ...form.formState.defaultValues } as Record<string, unknown>;
  const after = saved as Record<string, unknown>;
  const typed = { ...form.getValues() } as Record<string, unknown>;
  const edited = Object.keys(after).filter((name) => !isSame(typed[name], before[name]));
  form.reset(saved);
  for (const name of edited) {
    form.setValue(name as Path<F>, typed[name] as PathValue<F, Path<F>>, { shouldDirty: true });
    if (!isSame(before[name], after[name]) && !isSame(typed[name], after[name]))
      form.setError(name as Path<F>, { type: 'stale', message: savedValue(after[name]) });
  }
  form.setError('root', {
    type: 'stale',
    message: `${t('common.stale.title')}. ${t('common.stale.text')}`,
  });
}

const staleRecord = (error: unknown): object | null =>
  error instanceof ApiError && error.code === 'stale' && typeof error.current === 'object'
    ? error.current
    : null;

/**
 * A form that edits a record with a version, or makes a new one (`record` null). `boxes` says what the form
 * shows of a record. Send `version` with the change, and hand a refusal to `placeRefusal`.
 */
export function useRecordForm<
  S extends z.ZodMiniType<FieldValues, FieldValues>,
  Rec extends { version: number },
  Boxes extends DefaultValues<z.input<S>> & object,
>(schema: S, record: Rec | null, boxes: (record: Rec | null) => Boxes) {
  const [base, setBase] = useState(() => ({ shown: boxes(record), version: record?.version }));
  const form = useSchemaForm(schema, base.shown);
  return {
    form,
    ...base,
    placeRefusal(error: unknown, phrased?: (message: string) => string): void {
      const current = staleRecord(error) as Rec | null;
      if (!current) return placeRefusal(form, error, phrased);
      const shown = boxes(current);
      continueFrom(form, shown);
      setBase({ shown, version: current.version });
    },
  };
}
