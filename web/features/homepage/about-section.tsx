import type { PublicContent } from '#shared/page.ts';
import { formatNumberInLang, pickLanguage, t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { PetalCurves } from '#web/ui/drawings/petal-curves.tsx';
import { localizeDigits } from './figure.ts';

export function AboutSection({ content }: { content: PublicContent }) {
  const { about } = content.homepage;
  const paragraphs = [
    pickLanguage(about.description, about.descriptionAr),
    pickLanguage(about.subtitle, about.subtitleAr),
  ].filter(Boolean);
  return (
    <section id="about" aria-labelledby="about-title" className="py-section">
      <div className="wrap grid items-center gap-[clamp(32px,6vw,96px)] lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className="grid justify-items-start gap-5">
          <h2 id="about-title" className="text-h1">
            {pickLanguage(about.title, about.titleAr)}
          </h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="text-lead whitespace-pre-line text-ink-2">
              {paragraph}
            </p>
          ))}
          {about.image && (
            <img
              src={about.image}
              alt=""
              loading="lazy"
              decoding="async"
              className="mt-2 w-full rounded-panel object-cover"
            />
          )}
        </div>
        <ul aria-label={t('public.stat.label')} className="grid grid-cols-2 gap-[clamp(12px,1.4vw,18px)]">
          {about.doctors && (
            <Stat
              value={t('public.stat.doctors.value', { n: localizeDigits(about.doctors) })}
              label={t('public.stat.doctors.label')}
              look="bg-deep text-on-deep"
              curves="text-on-deep-accent opacity-30"
              quiet="text-on-deep-2"
            />
          )}
          {content.openLocations.length > 0 && (
            <Stat
              value={formatNumberInLang(content.openLocations.length)}
              label={t('public.stat.locations.label')}
              look="bg-tint"
              curves="text-accent opacity-30"
            />
          )}
          {about.patients && (
            <Stat
              value={t('public.stat.patients.value', { n: localizeDigits(about.patients) })}
              label={t('public.stat.patients.label')}
              look="bg-gold"
              curves="text-il-gold opacity-50"
            />
          )}
          {about.satisfaction && (
            <Stat
              value={t('public.stat.satisfaction.value', { n: localizeDigits(about.satisfaction) })}
              label={t('public.stat.satisfaction.label')}
              look="bg-sage"
              curves="text-sprout opacity-40"
            />
          )}
        </ul>
      </div>
    </section>
  );
}

interface StatProps {
  value: string;
  label: string;
  look: string;
  curves: string;
  quiet?: string;
}

function Stat({ value, label, look, curves, quiet = 'text-ink-2' }: StatProps) {
  return (
    <li
      className={cx(
        'relative flex min-h-[clamp(148px,15vw,204px)] flex-col justify-end overflow-hidden rounded-panel p-[clamp(18px,2.4vw,32px)]',
        look,
      )}
    >
      <PetalCurves className={cx('flip absolute -end-[6px] -top-2 size-[92px] md:size-[120px]', curves)} />
      <b className="display text-[clamp(2.625rem,4.8vw,4.25rem)] leading-none arabic:text-[clamp(3.1rem,5.4vw,4.9rem)]">
        {value}
      </b>
      <span className={cx('mt-2 text-ui', quiet)}>{label}</span>
    </li>
  );
}
