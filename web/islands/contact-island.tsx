import { useEffect } from 'react';
import { ContactForm } from '#web/features/contact-messages/contact-form.tsx';
import { t } from '#web/i18n.ts';
import { prepareToasts, toast } from './toast.ts';

export function ContactIsland() {
  useEffect(() => void prepareToasts(), []);
  return (
    <ContactForm
      onSent={() => toast({ kind: 'success', title: t('public.contact.success.title'), description: t('public.contact.success.text') })}
      onFailed={(description) => toast({ kind: 'error', title: t('public.contact.failed.title'), description })}
    />
  );
}
