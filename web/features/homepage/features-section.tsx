import { CalendarDays, FileText, type LucideIcon, MapPin } from 'lucide-react';
import type { PublicContent } from '#shared/page.ts';
import { pickLanguage, t } from '#web/i18n.ts';
import { ServiceIcon } from '#web/ui/drawings/service-icon.tsx';
import { SectionHeading } from '#web/ui/frame/section-heading.tsx';
import { Petal } from '#web/ui/petal.tsx';

export function FeaturesSection({ content }: { content: PublicContent }) {
  const { features } = content.homepage;
  const lead = pickLanguage(features.subtitle, features.subtitleAr);
  return (
    <section
      id="features"
      aria-labelledby="features-title"
      className="border-y border-line bg-surface py-section"
    >
      <div className="wrap">
        <SectionHeading
          id="features-title"
          title={pickLanguage(features.title, features.titleAr)}
          lead={lead}
        />
        <ul className="grid gap-9 lg:grid-cols-3 lg:gap-[clamp(16px,2.2vw,28px)]">
          {features.items.map((item) => (
            <li key={item.id} className="grid content-start gap-[14px] lg:pe-[clamp(0px,2vw,28px)]">
              <Petal>
                <ServiceIcon name={item.icon} />
              </Petal>
              <h3 className="mt-[6px] font-display text-[1.5rem] font-[420] tracking-display arabic:text-[1.9rem] arabic:font-[600]">
                {pickLanguage(item.title, item.titleAr)}
              </h3>
              <p className="whitespace-pre-line text-ink-2">
                {pickLanguage(item.description, item.descriptionAr)}
              </p>
            </li>
          ))}
        </ul>
        <ul className="mt-[clamp(36px,5vw,64px)] grid divide-line-2 rounded-panel bg-tint max-lg:divide-y max-lg:px-5 lg:grid-cols-3 lg:divide-x lg:py-[26px]">
          <Tile
            icon={CalendarDays}
            title={t('public.tile.appointments.title')}
            text={t('public.tile.appointments.text')}
          />
          {content.openLocations.length > 0 && (
            <Tile
              icon={MapPin}
              title={t('public.count.locations', { n: content.openLocations.length })}
              text={t('public.tile.locations.text')}
            />
          )}
          <Tile icon={FileText} title={t('public.tile.records.title')} text={t('public.tile.records.text')} />
        </ul>
      </div>
    </section>
  );
}

function Tile({ icon: Icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <li className="flex items-center gap-4 max-lg:py-5 lg:px-[clamp(20px,2.6vw,36px)]">
      <Icon size={26} strokeWidth={1.5} aria-hidden="true" className="text-accent" />
      <div>
        <b className="block leading-[1.35]">{title}</b>
        <span className="block text-small leading-ui text-ink-2">{text}</span>
      </div>
    </li>
  );
}
