import { useEffect } from 'react';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { loadToastHost, toast } from '#web/islands/toast.ts';
import { ContactForm } from './contact-form.tsx';

function ContactIsland() {
  useEffect(() => void loadToastHost(), []);
  return (
    <ContactForm
      onSent={() =>
        toast({
          kind: 'success',
          title: t('public.contact.success.title'),
          description: t('public.contact.success.text'),
        })
      }
      onFailed={(description) =>
        toast({ kind: 'error', title: t('public.contact.failed.title'), description })
      }
    />
  );
}

export const island = defineIsland({
  name: 'contact',
  areas: ['common', 'errors', 'public'],
  component: ContactIsland,
});
