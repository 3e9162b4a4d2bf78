import { useState } from 'react';
import { listWaiting, type Waiting } from '#shared/contract/offers.ts';
import { offersPerWish } from '#shared/domain/wish-rules.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { EndWish } from './end-wish.tsx';
import { WishList } from './wish-list.tsx';

/** In the patient's file: waiting list entries, and why nothing is offered at present. */
export function FileWishes({ patientId }: { patientId: number }) {
  const { data: wishes = [] } = useRead(listWaiting, { query: { userId: String(patientId) } });
  const [ending, setEnding] = useState<Waiting | null>(null);
  return (
    <>
      <WishList
        title={t('offer.wait.staffList')}
        wishes={wishes}
        label={t('offer.wait.takeOff')}
        told={({ place, offered, rests }) => (
          <>
            {t('offer.wait.place', { n: formatNumberInLang(place) })}{' '}
            {t('offer.wait.offered', { n: offered, most: formatNumberInLang(offersPerWish) })}{' '}
            {rests && t(`offer.rest.${rests}`)}
          </>
        )}
        onLeave={(wish) => setEnding(wish)}
      />
      {ending && <EndWish wish={ending} onClose={() => setEnding(null)} />}
    </>
  );
}
