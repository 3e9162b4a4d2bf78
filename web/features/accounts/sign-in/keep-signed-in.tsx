import type { UseFormRegisterReturn } from 'react-hook-form';
import { t } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';

/** Whether the session shall outlast the day, whichever way she signs in. */
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
