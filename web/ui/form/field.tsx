import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId, useMemo } from 'react';
import { cx } from '#web/ui/cx.ts';
import { FieldContext } from './field-control.ts';

export type FieldProps = {
  label: ReactNode;
  /** Mark beside an optional field's label; required fields have none. */
  optional?: string;
  help?: ReactNode;
  /** Translated error message; undefined if the field is valid. */
  error?: string;
  id?: string;
  className?: string;
  children: ReactNode;
};

/**
 * Label, control, help and error. The control inside takes its id and its `aria-describedby` from the
 * context.
 */
export function Field({ label, optional, help, error, id, className, children }: FieldProps) {
  const made = useId();
  const controlId = id ?? made;
  const helpId = help ? `${controlId}-help` : undefined;
  const errorId = error ? `${controlId}-error` : undefined;
  const control = useMemo(
    () => ({
      id: controlId,
      'aria-describedby': [errorId, helpId].filter(Boolean).join(' ') || undefined,
      'aria-invalid': errorId ? (true as const) : undefined,
    }),
    [controlId, errorId, helpId],
  );
  return (
    <div className={cx('grid min-w-0 content-start gap-[6px]', className)}>
      <label htmlFor={controlId} className="text-small font-strong text-ink">
        {label}
        {optional && <span className="font-normal text-ink-3"> {optional}</span>}
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      {help && (
        <p id={helpId} className="text-xs leading-[1.5] text-ink-2">
          {help}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-[6px] text-small leading-[1.45] text-danger">
      <CircleAlert size={16} strokeWidth={1.7} aria-hidden="true" className="mt-[2px]" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
