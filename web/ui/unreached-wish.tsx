import { t } from '#web/i18n.ts';

/** Says that no time can be offered because no message reaches the patient, and where to change that. */
export const UnreachedWish = () => (
  <>
    {t('offer.wish.unreached')}{' '}
    <a href="/profile?tab=reach" className="link">
      {t('offer.wish.missing')}
    </a>
  </>
);
