import { createContext, useContext } from 'react';

export type FieldControl = { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

export const FieldContext = createContext<FieldControl>({});

/** Attributes of a control inside a `Field`; the control's own attributes take precedence. */
export function useFieldControl(own: {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
}): FieldControl {
  const field = useContext(FieldContext);
  const describedBy = [own['aria-describedby'], field['aria-describedby']].filter(Boolean).join(' ');
  return {
    id: own.id ?? field.id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': field['aria-invalid'],
  };
}
