import type { User } from '#shared/contract/users.ts';
import { number, t } from '#web/i18n.ts';
import { RadioCards } from '#web/ui/form/radio-cards.tsx';
import type { BookingLocation, BookingService } from './booking-choice.ts';

interface CardsProps {
  value: number | null;
  onChange: (id: number) => void;
}

/** "from 400 EGP", where the owner says a price. */
export const priceText = (priceFrom: number | null): string =>
  priceFrom === null ? '' : t('booking.service.priceFrom', { price: number(priceFrom) });

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
      options={locations.map(({ id, name, city }) => ({ value: String(id), label: name, detail: city }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}

/** What the owner says of a service: what happens, what to bring, what it costs. */
function About({
  whatHappens,
  bring,
  priceFrom,
}: Pick<BookingService, 'whatHappens' | 'bring' | 'priceFrom'>) {
  const what = bring.split('\n').filter(Boolean).join(t('booking.service.bringAnd'));
  return (
    <span className="grid gap-1">
      {whatHappens && <span>{whatHappens}</span>}
      {what && <span>{t('booking.service.bring', { what })}</span>}
      {priceFrom !== null && <span className="num font-strong text-ink">{priceText(priceFrom)}</span>}
    </span>
  );
}

export function ServiceCards({
  services,
  value,
  onChange,
}: CardsProps & { services: readonly BookingService[] }) {
  return (
    <RadioCards
      name="booking-service"
      labelledBy="book-service"
      options={services.map(({ id, name, minutes, whatHappens, bring, priceFrom }) => ({
        value: String(id),
        label: (
          <>
            {name}{' '}
            <small className="text-xs font-normal whitespace-nowrap text-ink-2">
              {t('booking.service.minutes', { n: minutes })}
            </small>
          </>
        ),
        detail: <About {...{ whatHappens, bring, priceFrom }} />,
      }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}

export interface ForWhomProps {
  user: User | null;
  /** Who comes, where somebody is signed in: she herself, or somebody she looks after. */
  value: (Pick<User, 'id' | 'name'> & Partial<Pick<User, 'username'>>) | null;
  onChange(id: number): void;
}

/** Asked of her alone who looks after somebody. */
export function ForWhom({ user, value, onChange }: ForWhomProps) {
  if (!user || !value || user.caresFor.length === 0) return null;
  const people = [{ id: user.id, name: t('booking.for.me') }, ...user.caresFor];
  return (
    <div className="grid gap-3 border-b border-line py-5">
      <h3 id="book-for" className="text-body font-strong">
        {t('booking.for')}
      </h3>
      <RadioCards
        name="booking-for"
        labelledBy="book-for"
        columns={4}
        ring={false}
        options={people.map(({ id, name }) => ({ value: String(id), label: <bdi>{name}</bdi> }))}
        value={String(value.id)}
        onChange={(id) => onChange(Number(id))}
      />
    </div>
  );
}
