import { Phone } from 'lucide-react';
import { t } from '#web/i18n.ts';
import { callHref } from '#web/ui/phone-links.ts';

/** The number to call a patient by. */
export const PhoneOf = ({ phone }: { phone: string | null }) =>
  phone ? (
    <a
      href={callHref(phone)}
      className="link ltr num inline-flex min-h-6 items-center gap-1 whitespace-nowrap touch:min-h-tap"
    >
      <Phone size={13} strokeWidth={1.7} aria-hidden="true" />
      {phone}
    </a>
  ) : (
    t('plans.noPhone')
  );
