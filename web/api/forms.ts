import { zodResolver } from '@hookform/resolvers/zod';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { t } from '#web/i18n.ts';
import { ApiError, getErrorMessage } from './client.ts';

/**
 * A form validated by a schema of the contract: on submit, then on every change. The first invalid field gets
 * the focus.
 */
export function useSchemaForm<S extends z.ZodMiniType<FieldValues, FieldValues>>(
  schema: S,
  defaultValues: DefaultValues<z.input<S>>,
) {
  return useForm<z.input<S>, unknown, z.output<S>>({
    resolver: zodResolver(schema),
    defaultValues,
  });
}

/**
 * Shows an error of the server once: errors of single fields below the fields, the first with the focus; any
 * other error as the form's `root` error. `phrased` may reword that message.
 */
export function showServerErrors<F extends FieldValues>(
  form: Pick<UseFormReturn<F>, 'getValues' | 'setError'>,
  error: unknown,
  phrased: (message: string) => string = (message) => message,
): void {
  const fields = error instanceof ApiError ? error.fields : {};
  const known = Object.keys(form.getValues());
  const here = Object.entries(fields).filter(([name]) => known.includes(name));
  here.forEach(([name, message], index) => {
    form.setError(name as Path<F>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  if (here.length > 0) return;
  form.setError('root', {
    type: 'server',
    message:
      phrased(getErrorMessage(error, '')) || (error instanceof ApiError ? error.message : t('error.unknown')),
  });
}
