import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { codeInputProps } from '#web/ui/form/six-digits.ts';
import { TextField } from './form-fields.tsx';

/** Six digits, also in Arabic; the phone suggests the code of the message. */
export function CodeField({ error, field }: { error: FieldError | undefined; field: UseFormRegisterReturn }) {
  return (
    <TextField
      label={t('account.phone.code')}
      help={t('account.phone.codeHint')}
      error={error}
      field={field}
      {...codeInputProps}
      autoFocus
    />
  );
}

/** "Send a new code", or the seconds until that is possible. */
export function ResendCode({ wait, onResend }: { wait: number; onResend(): void }) {
  if (wait > 0)
    return <p className="num py-3 text-small text-ink-2">{t('account.phone.resendIn', { n: wait })}</p>;
  return (
    <Button kind="gho" onClick={onResend}>
      {t('account.phone.resend')}
    </Button>
  );
}
