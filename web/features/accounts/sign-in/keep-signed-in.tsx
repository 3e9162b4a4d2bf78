import type { UseFormRegisterReturn } from 'react-hook-form';
import { t } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';

/** Whether the session lasts 30 days instead of 24 hours (patients only), for every way to sign in. */
export function KeepSignedIn({ field, className }: { field: UseFormRegisterReturn; className?: string }) {
  return (
    <Checkbox
      className={className}
      label={t('account.login.keep')}
      help={t('account.login.keepHint')}
      {...field}
    />
  );
}
