import { useState } from 'react';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConsentPanel } from './consent-panel.tsx';

/** Consents in a patient's file; requested only when the section is opened. */
export function FileConsent({ patientId }: { patientId: number }) {
  const [open, setOpen] = useState(false);
  return (
    <Card
      as="section"
      aria-label={t('staff.consent.title')}
      className="grid gap-3 px-[14px] py-3 text-ui sm:px-5"
    >
      <Button
        kind="gho"
        size="sm"
        className="justify-self-start"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t('staff.consent.title')}
      </Button>
      {open && (
        <>
          <ConsentPanel
            patientId={patientId}
            readIn={t('staff.consent.readIn')}
            say={(word, params) => t(`staff.consent.${word}`, params)}
          />
        </>
      )}
    </Card>
  );
}
