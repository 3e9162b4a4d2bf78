import { createContext, useContext } from 'react';

export type FieldControl = { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

export const FieldContext = createContext<FieldControl>({});

/** What the surrounding field says about its control; what the control says for itself wins. */
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
