import { useState } from 'react';
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { t } from '#web/i18n.ts';
import { ApiError } from './client.ts';
import { showServerErrors, useSchemaForm } from './forms.ts';

// Separate from forms.ts: only staff edit records that others may save at the same time, so patients' pages
// do not load these texts.

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? '') === JSON.stringify(b ?? '');

/** Message for a field that this user and another user both changed, with the saved value. */
export const formatSavedValue = (value: unknown): string =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
    ? t('common.stale.savedValue', { value: String(value) })
    : t('common.stale.alsoChanged');

type Parts = Record<string, unknown>;
const isParts = (value: unknown): value is Parts => typeof value === 'object' && value !== null;
/** Whether two values have the same keys. Lists of different length are compared as a whole. */
const hasSameParts = (a: Parts, b: Parts): boolean => isSame(Object.keys(a), Object.keys(b));

/**
 * Merges the typed value into the saved value, part by part. `isBoth`: both users changed the same part
 * differently.
 */
function mergePart(before: unknown, typed: unknown, after: unknown): { value: unknown; isBoth: boolean } {
  if (isSame(typed, before) || isSame(typed, after)) return { value: after, isBoth: false };
  if (isSame(after, before)) return { value: typed, isBoth: false };
  if (!isParts(before) || !isParts(typed) || !isParts(after)) return { value: typed, isBoth: true };
  if (!hasSameParts(before, typed) || !hasSameParts(before, after)) return { value: typed, isBoth: true };
  const parts = Object.keys(after).map(
    (name) => [name, mergePart(before[name], typed[name], after[name])] as const,
  );
  const isBoth = parts.some(([, part]) => part.isBoth);
  if (Array.isArray(after)) return { value: parts.map(([, { value }]) => value), isBoth };
  return { value: Object.fromEntries(parts.map(([name, { value }]) => [name, value])), isBoth };
}

/**
 * Continues an edit after another user saved first. Fields not edited here take the saved values, edited
 * fields keep what was typed, and a field that both users changed shows the saved value as an error. The next
 * save builds on these values.
 */
export function mergeSavedIntoForm<F extends FieldValues>(
  form: Pick<UseFormReturn<F>, 'formState' | 'getValues' | 'reset' | 'setError' | 'setValue'>,
  saved: DefaultValues<F>,
): void {
  const before = { ...form.formState.defaultValues } as Record<string, unknown>;
  const after = saved as Record<string, unknown>;
  const typed = { ...form.getValues() } as Record<string, unknown>;
  form.reset(saved);
  for (const name of Object.keys(after)) {
    if (isSame(typed[name], before[name])) continue;
    const { value, isBoth } = mergePart(before[name], typed[name], after[name]);
    form.setValue(name as Path<F>, value as PathValue<F, Path<F>>, { shouldDirty: true });
    if (isBoth) form.setError(name as Path<F>, { type: 'stale', message: formatSavedValue(after[name]) });
  }
  form.setError('root', {
    type: 'stale',
    message: `${t('common.stale.title')}. ${t('common.stale.text')}`,
  });
}

const getStaleRecord = (error: unknown): object | null =>
  error instanceof ApiError && error.code === 'stale' && typeof error.current === 'object'
    ? error.current
    : null;

/**
 * A form that edits a record with a version, or creates one (`record` is null). `boxes` returns the form
 * values of a record. Send `version` with the change (0 and unused for a new record) and pass an error to
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
      const current = getStaleRecord(error) as Rec | null;
      if (!current) return showServerErrors(form, error, phrased);
      const shown = boxes(current);
      mergeSavedIntoForm(form, shown);
      setBase({ shown, version: current.version });
    },
  };
}
