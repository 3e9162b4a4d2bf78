import type { TextInputProps } from './text-input.tsx';

/** How each of a person's own details is typed: keyboard, direction, and what the browser offers. */
export const personInputs = {
  name: { autoComplete: 'name' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none', dir: 'ltr' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', dir: 'ltr' },
  secondaryPhone: { type: 'tel', inputMode: 'tel', autoComplete: 'off', dir: 'ltr' },
} as const satisfies Record<string, TextInputProps>;
