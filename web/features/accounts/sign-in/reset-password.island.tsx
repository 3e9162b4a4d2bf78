import { useEffect } from 'react';
import { prepareToasts } from '#web/islands/toast.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';

export function ResetPasswordIsland() {
  useEffect(() => void prepareToasts(), []);
  return <ResetPasswordForm />;
}
