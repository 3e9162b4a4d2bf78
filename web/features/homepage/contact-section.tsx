import { Clock, type LucideIcon, Mail, MessageCircle, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Homepage } from '#shared/contract/homepage.ts';
import { pickLanguage, t } from '#web/i18n.ts';
import { SectionHeading } from '#web/ui/frame/section-heading.tsx';
import { callHref, whatsAppHref } from '#web/ui/phone/phone-links.ts';
import { splitHoursByLine } from './hours-in-lines.ts';

/** Contact details of the clinic, beside the form. */
export function ContactSection({ contact, children }: { contact: Homepage['contact']; children: ReactNode }) {
  const phones = [contact.phone1, contact.phone2].filter(Boolean);
  const emails = [contact.email1, contact.email2].filter(Boolean);
  return (
    <section id="contact" aria-labelledby="contact-title" className="py-section">
      <div className="wrap grid gap-[clamp(32px,6vw,96px)] lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div>
          <SectionHeading
            id="contact-title"
            title={pickLanguage(contact.title, contact.titleAr)}
            lead={pickLanguage(contact.subtitle, contact.subtitleAr)}
          />
          <dl className="-mt-5 grid">
            {phones.length > 0 && (
              <ContactChannel icon={Phone} label={t('public.contact.phone')}>
                {phones.map((phone) => (
                  <ContactLink key={phone} href={callHref(phone)} text={phone} />
                ))}
              </ContactChannel>
            )}
            {contact.whatsapp && (
              <ContactChannel icon={MessageCircle} label={t('public.contact.whatsapp')}>
                <ContactLink href={whatsAppHref(contact.whatsapp)} text={contact.whatsapp} />
              </ContactChannel>
            )}
            {emails.length > 0 && (
              <ContactChannel icon={Mail} label={t('public.contact.email')}>
                {emails.map((email) => (
                  <ContactLink key={email} href={`mailto:${email}`} text={email} />
                ))}
              </ContactChannel>
            )}
            <ContactChannel icon={Clock} label={t('public.contact.hours')}>
              <span className="block leading-[1.6] text-balance whitespace-pre-line">
                {splitHoursByLine(contact)}
              </span>
            </ContactChannel>
          </dl>
        </div>
        {children}
      </div>
    </section>
  );
}

function ContactChannel({
  icon: Icon,
  label,
  children,
}: {
  icon: LucideIcon;
  label: string;
  children: ReactNode;
}) {
  return (
    <div className="relative grid min-h-[68px] content-center border-b border-line py-[10px] ps-9">
      <dt className="text-xs leading-ui text-ink-3">
        <Icon
          size={20}
          strokeWidth={1.7}
          aria-hidden="true"
          className="absolute start-0 top-[calc(50%-10px)] text-accent"
        />
        {label}
      </dt>
      <dd className="flex flex-wrap gap-x-6 font-medium">{children}</dd>
    </div>
  );
}

function ContactLink({ href, text }: { href: string; text: string }) {
  return (
    <a
      href={href}
      className="ltr num -mb-[10px] pt-[6px] pb-[14px] leading-[1.5] underline-offset-4 hover:text-accent hover:underline"
    >
      {text}
    </a>
  );
}
