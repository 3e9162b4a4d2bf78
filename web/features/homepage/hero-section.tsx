import { CalendarDays, type LucideIcon, MapPin, UsersRound } from 'lucide-react';
import type { PublicContent } from '#shared/page.ts';
import { pickLanguage, t } from '#web/i18n.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { HeroArch } from '#web/ui/drawings/hero-arch.tsx';
import { Eyebrow } from '#web/ui/frame/section-heading.tsx';
import { curlApostrophes } from './clinic-name.ts';
import { formatCompactNumber } from './figure.ts';

export function HeroSection({ content }: { content: PublicContent }) {
  const { hero, about } = content.homepage;
  return (
    <section id="home" aria-labelledby="home-title" className="overflow-clip">
      <div className="wrap grid items-end gap-[clamp(24px,5vw,72px)] max-lg:gap-0 lg:min-h-[min(720px,calc(100svh-76px))] lg:grid-cols-[minmax(0,1.08fr)_minmax(0,.92fr)]">
        <div className="grid justify-items-start gap-5 self-center pt-9 pb-7 lg:gap-[26px] lg:pt-14 lg:pb-16">
          <Eyebrow>{pickLanguage(hero.subtitle, hero.subtitleAr)}</Eyebrow>
          <h1 id="home-title" className="text-hero">
            <HighlightedPhrase
              text={curlApostrophes(pickLanguage(hero.title, hero.titleAr))}
              phrase={t('public.hero.accent')}
            />
          </h1>
          <p className="max-w-[44ch] text-lead whitespace-pre-line text-ink-2">
            {pickLanguage(hero.description, hero.descriptionAr)}
          </p>
          <div className="mt-[6px] flex w-full flex-wrap gap-3 max-lg:*:flex-auto">
            <ButtonLink href={hero.ctaLink} size="lg">
              {pickLanguage(hero.ctaText, hero.ctaTextAr)}
            </ButtonLink>
            <ButtonLink href="#services" size="lg" kind="out">
              {t('public.hero.services')}
            </ButtonLink>
          </div>
          <ul className="mt-[14px] flex w-full flex-wrap gap-x-5 gap-y-[10px] border-t border-line pt-5 text-small text-ink-2 lg:gap-x-7 lg:pt-[26px]">
            <Fact icon={CalendarDays}>{t('public.tile.appointments.title')}</Fact>
            {content.openLocations.length > 0 && (
              <Fact icon={MapPin}>{t('public.count.locations', { n: content.openLocations.length })}</Fact>
            )}
            {about.satisfied && (
              <Fact icon={UsersRound}>
                {t('public.hero.satisfied', { n: formatCompactNumber(about.satisfied) })}
              </Fact>
            )}
          </ul>
        </div>
        <HeroArch className="h-auto w-full max-w-[420px] justify-self-center max-lg:mt-2 lg:max-w-[580px] lg:justify-self-end" />
      </div>
    </section>
  );
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <li className="inline-flex items-center gap-[9px]">
      <Icon size={20} strokeWidth={1.7} aria-hidden="true" className="text-accent" />
      {children}
    </li>
  );
}

/** Colours a phrase of the title; a title without this phrase stays plain. */
function HighlightedPhrase({ text, phrase }: { text: string; phrase: string }) {
  const at = text.indexOf(phrase);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <em className="text-accent">{phrase}</em>
      {text.slice(at + phrase.length)}
    </>
  );
}
