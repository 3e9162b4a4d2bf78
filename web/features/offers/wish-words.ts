import { listLocations } from '#shared/contract/locations.ts';
import type { Wish } from '#shared/contract/offers.ts';
import { listServices } from '#shared/contract/services.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { formatDayMonth } from '#shared/domain/format-time.ts';
import { listSelectableBranches } from '#shared/domain/visits/closed-branch.ts';
import { offersPerWish } from '#shared/domain/wish-rules.ts';
import { now } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, formatNumberInLang, joinWithComma, pickLanguage, t } from '#web/i18n.ts';

/** Text for the patient: how many offers were made for a waiting list entry, and the maximum. */
export const formatOfferCount = ({ offered }: Pick<Wish, 'offered'>): string =>
  offered === 0
    ? t('offer.wish.none', { most: formatNumberInLang(offersPerWish) })
    : t('offer.wish.offered', { n: offered, most: formatNumberInLang(offersPerWish) });

type WishedTimes = Pick<Wish, 'serviceId' | 'locationIds' | 'fromDate' | 'toDate' | 'parts'>;

/** A waiting list entry as text: the service, and the branches, dates and times of day that suit. */
export function useWishFormatter() {
  const { data: locations = [] } = useRead(listLocations);
  const { data: services = [] } = useRead(listServices);
  return ({ serviceId, locationIds, fromDate, toDate, parts }: WishedTimes) => {
    const service = services.find(({ id }) => id === serviceId);
    const branches = locations.filter(({ id }) => locationIds.includes(id));
    const { date: today } = dayClock(now());
    const firstDay = fromDate !== null && fromDate > today ? fromDate : today;
    const everywhere =
      branches.length > 1 &&
      listSelectableBranches(locations, firstDay).every(({ id }) => locationIds.includes(id));
    const day = (date: string) => formatDayMonth(currentLang(), date);
    return {
      service: service ? pickLanguage(service.name, service.nameAr) : '',
      suits: joinWithComma(
        everywhere
          ? t('offer.join.anyBranch')
          : joinWithComma(...branches.map(({ name, nameAr }) => pickLanguage(name, nameAr))),
        fromDate && toDate ? t('offer.wait.days', { from: day(fromDate), to: day(toDate) }) : null,
        ...parts.map((part) => t(`offer.part.${part}`)),
      ),
    };
  };
}
