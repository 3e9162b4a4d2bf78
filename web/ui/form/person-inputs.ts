import type { TextInputProps } from './text-input.tsx';

/** Input attributes of each personal detail: keyboard, direction and autocomplete. */
export const personInputProps = {
  name: { autoComplete: 'name' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none', dir: 'ltr' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', dir: 'ltr' },
  secondaryPhone: { type: 'tel', inputMode: 'tel', autoComplete: 'off', dir: 'ltr' },
} as const satisfies Record<string, TextInputProps>;
