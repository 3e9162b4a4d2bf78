import { ArrowRight, ChevronDown, Signpost, Stethoscope } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Location } from '#shared/contract/locations.ts';
import { isClosedForGood } from '#shared/domain/visits/closed-branch.ts';
import { pickLanguage, t } from '#web/i18n.ts';
import { BranchLine } from './branch-lines.tsx';
import { LocationCard } from './location-card.tsx';

/** Number of branches shown on a phone before the list is expanded. */
const branchesShownOnPhone = 3;

/** The branches with their skylines. On a phone a long list is collapsible, without a script. */
export function LocationsSection({
  locations,
  today,
  consultationsAt,
  heading,
}: {
  locations: readonly Location[];
  today: string;
  /** Consultation hours of a branch, one line each; they may be shorter than its opening hours. */
  consultationsAt(id: number): readonly string[];
  heading: ReactNode;
}) {
  const folds = locations.length > branchesShownOnPhone + 1;
  return (
    <section id="locations" aria-labelledby="locations-title" className="pb-section">
      <div className="wrap">
        {heading}
        {locations.length === 0 && <p className="text-lead text-ink-2">{t('public.locations.none')}</p>}
        {folds && <input type="checkbox" id="all-branches" className="peer sr-only md:hidden" />}
        <ul
          className="branches grid gap-[14px] md:grid-cols-2 md:gap-[clamp(16px,1.7vw,22px)] xl:grid-cols-4"
          data-folds={folds || undefined}
        >
          {locations.map((location) => (
            <BranchCard
              key={location.id}
              location={location}
              isClosed={isClosedForGood(location, today)}
              consultations={consultationsAt(location.id)}
            />
          ))}
        </ul>
        {folds && (
          <label
            htmlFor="all-branches"
            className="mt-4 flex min-h-ctl items-center justify-center gap-2 rounded-ctl border border-line-2 bg-surface text-ui font-strong peer-checked:hidden peer-focus-visible:outline-[2.5px] peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus peer-focus-visible:outline-solid md:hidden"
          >
            {t('public.locations.showAll', { n: locations.length })}
            <ChevronDown size={18} strokeWidth={1.7} aria-hidden="true" />
          </label>
        )}
      </div>
    </section>
  );
}

interface BranchCardProps {
  location: Location;
  /** Closed for good: patients cannot book there. */
  isClosed: boolean;
  consultations: readonly string[];
}

function BranchCard({ location, isClosed, consultations }: BranchCardProps) {
  const name = pickLanguage(location.name, location.nameAr);
  return (
    <LocationCard
      location={location}
      look="site"
      lines={
        <>
          {location.landmark && (
            <BranchLine icon={Signpost}>{pickLanguage(location.landmark, location.landmarkAr)}</BranchLine>
          )}
          {consultations.length > 0 && (
            <BranchLine icon={Stethoscope}>
              <span className="block font-strong">{t('public.locations.consultations')}</span>
              {consultations.map((line) => (
                <span key={line} className="num block">
                  {line}
                </span>
              ))}
            </BranchLine>
          )}
        </>
      }
      callLabel={t('public.locations.call', { location: name })}
      foot={
        !isClosed && (
          <a
            href="#book"
            data-book-location={location.id}
            aria-label={t('public.locations.bookNamed', { location: name })}
            className="inline-flex min-h-tap items-center gap-[7px] px-2 text-small font-strong text-accent"
          >
            {t('public.locations.book')}
            <ArrowRight size={16} strokeWidth={1.7} aria-hidden="true" className="flip" />
          </a>
        )
      }
    />
  );
}
