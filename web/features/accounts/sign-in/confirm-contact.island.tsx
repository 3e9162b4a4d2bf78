import { ConfirmContactForm } from '#web/features/accounts/confirm-contact-form.tsx';
import { defineIsland } from '#web/islands/define.ts';

function ConfirmContactIsland() {
  return <ConfirmContactForm />;
}

export const island = defineIsland({
  name: 'confirm-contact',
  areas: ['common', 'errors', 'account'],
  component: ConfirmContactIsland,
});
