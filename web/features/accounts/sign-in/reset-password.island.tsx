import { useEffect } from 'react';
import { defineIsland } from '#web/islands/define.ts';
import { loadToastHost } from '#web/islands/toast.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';

function ResetPasswordIsland() {
  useEffect(() => void loadToastHost(), []);
  return <ResetPasswordForm />;
}

export const island = defineIsland({
  name: 'reset-password',
  areas: ['common', 'errors', 'account'],
  component: ResetPasswordIsland,
});
