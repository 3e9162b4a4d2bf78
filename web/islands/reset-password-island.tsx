import { useEffect } from 'react';
import { ResetPasswordForm } from '#web/features/accounts/reset-password-form.tsx';
import { prepareToasts } from './toast.ts';

export function ResetPasswordIsland() {
  useEffect(() => void prepareToasts(), []);
  return <ResetPasswordForm />;
}
