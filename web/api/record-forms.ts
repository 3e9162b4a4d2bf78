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

type Parts = Record<string, unknown>;
const isParts = (value: unknown): value is Parts => typeof value === 'object' && value !== null;
/** A list that grew or shrank has other parts: it is taken as one. */
const hasSameParts = (a: Parts, b: Parts): boolean => isSame(Object.keys(a), Object.keys(b));

/** What was edited here on top of what is saved now, part by part. `isBoth`: both changed the same part. */
function onTop(before: unknown, typed: unknown, after: unknown): { value: unknown; isBoth: boolean } {
  if (isSame(typed, before) || isSame(typed, after)) return { value: after, isBoth: false };
  if (isSame(after, before)) return { value: typed, isBoth: false };
  if (!isParts(before) || !isParts(typed) || !isParts(after)) return { value: typed, isBoth: true };
  if (!hasSameParts(before, typed) || !hasSameParts(before, after)) return { value: typed, isBoth: true };
  const parts = Object.keys(after).map(
    (name) => [name, onTop(before[name], typed[name], after[name])] as const,
  );
  const isBoth = parts.some(([, part]) => part.isBoth);
  if (Array.isArray(after)) return { value: parts.map(([, { value }]) => value), isBoth };
  return { value: Object.fromEntries(parts.map(([name, { value }]) => [name, value])), isBoth };
}

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
  form.reset(saved);
  for (const name of Object.keys(after)) {
    if (isSame(typed[name], before[name])) continue;
    const { value, isBoth } = onTop(before[name], typed[name], after[name]);
    form.setValue(name as Path<F>, value as PathValue<F, Path<F>>, { shouldDirty: true });
    if (isBoth) form.setError(name as Path<F>, { type: 'stale', message: savedValue(after[name]) });
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
 * shows of a record. Send `version` with the change (of a new record it is 0 and means nothing), and hand a refusal to
 * `placeRefusal`.
 */
export function useRecordForm<
  S extends z.ZodMiniType<FieldValues, FieldValues>,
  Rec extends { version: number },
  Boxes extends DefaultValues<z.input<S>> & object,
>(schema: S, record: Rec | null, boxes: (record: Rec | null) => Boxes) {
  const [base, setBase] = useState(() => ({ shown: boxes(record), version: record?.version ?? 0 }));
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
