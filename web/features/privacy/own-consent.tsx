import { Handshake } from 'lucide-react';
import { t } from '#web/i18n.ts';
import { ConsentPanel } from './consent-panel.tsx';
import { PrivacyCard } from './privacy-card.tsx';

/** The patient's own consents. */
export function OwnConsent({ patientId }: { patientId: number }) {
  return (
    <PrivacyCard icon={Handshake} title={t('privacy.consent.title')} text={t('privacy.consent.text')}>
      <ConsentPanel patientId={patientId} say={(word, params) => t(`privacy.consent.${word}`, params)} />
    </PrivacyCard>
  );
}
