import { t } from '#web/i18n.ts';
import { ConsentPanel } from './consent-panel.tsx';

/** Consents for a person without an account, managed by the guardian. */
export function CaredConsent({ patientId }: { patientId: number }) {
  return (
    <>
      <p className="text-ui text-ink-2">{t('family.consent.text')}</p>
      <ConsentPanel patientId={patientId} say={(word, params) => t(`family.consent.${word}`, params)} />
    </>
  );
}
