import { Phone } from 'lucide-react';
import { t } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { callHref } from '#web/ui/phone-links.ts';

interface PatientLineProps {
  name: string;
  phone: string | null;
  /** Where her file is. */
  href: string;
}

/** Who it is and the number to call; the name leads to her file. */
export function PatientLine({ name, phone, href }: PatientLineProps) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={name} />
      <span className="grid min-w-0">
        <a href={href} className="link block min-h-6 truncate leading-6 font-strong text-ink!" dir="auto">
          {name}
        </a>
        <PhoneLink phone={phone} />
      </span>
    </span>
  );
}

export function PhoneLink({ phone }: Pick<PatientLineProps, 'phone'>) {
  if (!phone) return <span className="text-small text-ink-2">{t('plans.noPhone')}</span>;
  return (
    <a
      href={callHref(phone)}
      className="link ltr num inline-flex min-h-6 items-center gap-2 text-small whitespace-nowrap touch:min-h-tap"
    >
      <Phone size={14} strokeWidth={1.7} aria-hidden="true" />
      {phone}
    </a>
  );
}
