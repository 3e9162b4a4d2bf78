/** What a box for a code of six digits has; the phone offers the code of the message that came by itself. */
export const sixDigits = {
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  maxLength: 6,
  dir: 'ltr',
  className: 'num text-[1.25rem]! tracking-[0.3em]',
} as const;
