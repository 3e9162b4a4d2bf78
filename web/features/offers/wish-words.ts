import { listLocations } from '#shared/contract/locations.ts';
import type { Wish } from '#shared/contract/offers.ts';
import { listServices } from '#shared/contract/services.ts';
import { formatDayMonth } from '#shared/domain/time-words.ts';
import { offersPerWish } from '#shared/domain/wish-rules.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, inLang, joined, number, t } from '#web/i18n.ts';

/** Text for the patient: how many offers were made for a waiting list entry, and the maximum. */
export const offeredWords = ({ offered }: Pick<Wish, 'offered'>): string =>
  offered === 0
    ? t('offer.wish.none', { most: number(offersPerWish) })
    : t('offer.wish.offered', { n: offered, most: number(offersPerWish) });

type Wanted = Pick<Wish, 'serviceId' | 'locationIds' | 'fromDate' | 'toDate' | 'parts'>;

/** A waiting list entry as text: the service, and the branches, dates and times of day that suit. */
export function useWishWords() {
  const { data: locations = [] } = useRead(listLocations);
  const { data: services = [] } = useRead(listServices);
  return ({ serviceId, locationIds, fromDate, toDate, parts }: Wanted) => {
    const service = services.find(({ id }) => id === serviceId);
    const branches = locations.filter(({ id }) => locationIds.includes(id));
    const everywhere = branches.length > 1 && branches.length === locations.length;
    const day = (date: string) => formatDayMonth(currentLang(), date);
    return {
      service: service ? inLang(service.name, service.nameAr) : '',
      suits: joined(
        everywhere
          ? t('offer.join.anyBranch')
          : joined(...branches.map(({ name, nameAr }) => inLang(name, nameAr))),
        fromDate && toDate ? t('offer.wait.days', { from: day(fromDate), to: day(toDate) }) : null,
        ...parts.map((part) => t(`offer.part.${part}`)),
      ),
    };
  };
}
