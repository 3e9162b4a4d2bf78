import { formatNumberInLang, t } from '#web/i18n.ts';
import { RadioCards } from '#web/ui/form/radio-cards.tsx';
import type { BookingLocation, BookingService } from './booking-choice.ts';

interface CardsProps {
  value: number | null;
  onChange: (id: number) => void;
}

/** "from 400 EGP"; empty if the service has no price. */
export const formatPriceFrom = (priceFrom: number | null): string =>
  priceFrom === null ? '' : t('booking.service.priceFrom', { price: formatNumberInLang(priceFrom) });

export function LocationCards({
  locations,
  value,
  onChange,
}: CardsProps & { locations: readonly BookingLocation[] }) {
  if (locations.length === 0) return <p className="text-ui text-ink-2">{t('booking.location.none')}</p>;
  return (
    <RadioCards
      name="booking-location"
      labelledBy="book-location"
      columns={4}
      ring={false}
      options={locations.map(({ id, name, city }) => ({
        value: String(id),
        label: name,
        detail: city === name ? undefined : city,
      }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}

/** Description of the chosen service: what happens and what to bring. */
function ServiceDescription({
  whatHappens,
  bring,
  about,
}: Pick<BookingService, 'whatHappens' | 'bring' | 'about'>) {
  const what = bring.split('\n').filter(Boolean).join(t('booking.service.bringAnd'));
  return (
    <span className="grid gap-1">
      <span>{whatHappens || about}</span>
      {what && <span>{t('booking.service.bring', { what })}</span>}
    </span>
  );
}

/** A card with one short line for each service; the chosen service also shows its description. */
export function ServiceCards({
  services,
  value,
  onChange,
}: CardsProps & { services: readonly BookingService[] }) {
  return (
    <RadioCards
      name="booking-service"
      labelledBy="book-service"
      dense
      options={services.map(({ id, name, minutes, priceFrom, about, ...texts }) => ({
        value: String(id),
        label: (
          <>
            {name}{' '}
            <small className="num text-xs font-normal whitespace-nowrap text-ink-2">
              {t('booking.service.minutes', { n: minutes })} {formatPriceFrom(priceFrom)}
            </small>
          </>
        ),
        detail:
          id === value ? (
            <ServiceDescription {...texts} about={about} />
          ) : (
            <span className="line-clamp-1">{about}</span>
          ),
      }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}
