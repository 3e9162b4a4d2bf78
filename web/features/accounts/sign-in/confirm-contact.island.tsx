import { ConfirmContactForm } from '#web/features/accounts/confirm-contact-form.tsx';

export function ConfirmContactIsland() {
  return <ConfirmContactForm />;
}
