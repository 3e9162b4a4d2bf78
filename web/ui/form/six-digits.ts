/** Attributes of an input for a six-digit code; the phone offers the code of a received message. */
export const codeInputProps = {
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  maxLength: 6,
  dir: 'ltr',
  className: 'num text-[1.25rem]! tracking-[0.3em]',
} as const;
