import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Service } from '#shared/contract/services.ts';
import { pickLanguage, t } from '#web/i18n.ts';
import { ServiceIcon } from '#web/ui/drawings/service-icon.tsx';
import { Petal } from '#web/ui/petal.tsx';

/** The clinic's services; each card links to the booking with this service chosen. */
export function ServicesSection({ services, heading }: { services: readonly Service[]; heading: ReactNode }) {
  return (
    <section id="services" aria-labelledby="services-title" className="pb-section">
      <div className="wrap">
        {heading}
        {services.length === 0 && <p className="mb-6 text-lead text-ink-2">{t('public.services.none')}</p>}
        <ul className="grid gap-px overflow-hidden rounded-panel border border-line bg-line sm:grid-cols-2 xl:grid-cols-4">
          {services.map((service) => (
            <li key={service.id} className="flex">
              <ServiceCard service={service} />
            </li>
          ))}
          <li className="flex sm:col-[auto/-1]">
            <AskUsCard />
          </li>
        </ul>
      </div>
    </section>
  );
}

function ServiceCard({ service }: { service: Service }) {
  const name = pickLanguage(service.name, service.nameAr);
  const description =
    pickLanguage(service.description, service.descriptionAr) || t('public.services.defaultDescription');
  return (
    <a
      href="#book"
      data-book-service={service.id}
      aria-label={t('public.services.bookNamed', { service: name })}
      className="flex w-full flex-col gap-3 bg-surface p-[clamp(22px,2.2vw,32px)] hover:bg-[color-mix(in_srgb,var(--surface)_82%,var(--surface-tint))] max-sm:grid max-sm:grid-cols-[56px_1fr] max-sm:gap-x-4 max-sm:gap-y-[2px] max-sm:p-5 sm:min-h-[264px]"
    >
      <Petal className="max-sm:row-span-3">
        <ServiceIcon name={service.icon ?? 'clinic'} />
      </Petal>
      <h3 className="max-sm:pt-1 sm:mt-auto sm:pt-5">{name}</h3>
      <p className="text-ui leading-[1.6] text-ink-2 sm:min-h-[3.2em]">{description}</p>
      <More>{t('public.services.book')}</More>
    </a>
  );
}

function AskUsCard() {
  return (
    <a
      href="#contact"
      className="flex w-full flex-col gap-2 bg-deep px-[22px] py-[26px] text-on-deep sm:min-h-[264px] sm:gap-3 sm:p-[clamp(22px,2.2vw,32px)]"
    >
      <h3 className="font-display text-[1.5rem] font-[400] tracking-display sm:mt-auto arabic:text-[1.9rem] arabic:font-[600]">
        {t('public.services.unsure.title')}
      </h3>
      <p className="text-ui leading-[1.6] text-on-deep-2">{t('public.services.unsure.text')}</p>
      <More deep>{t('public.services.unsure.button')}</More>
    </a>
  );
}

function More({ deep, children }: { deep?: boolean; children: ReactNode }) {
  return (
    <span
      className={`inline-flex min-h-6 items-center gap-2 text-small font-strong ${deep ? 'text-on-deep' : 'text-accent'}`}
    >
      {children}
      <ArrowRight size={16} strokeWidth={1.7} aria-hidden="true" className="flip" />
    </span>
  );
}
