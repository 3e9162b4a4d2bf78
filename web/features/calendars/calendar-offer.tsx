import { CalendarSync } from 'lucide-react';
import type { ComponentProps } from 'react';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** Offers the calendar subscription until the user opens it. */
export function CalendarOffer({ trigger }: { trigger: ComponentProps<'button'> }) {
  return (
    <Card as="section" aria-labelledby="calendar-title" className="grid gap-4 p-5 md:p-9">
      <div>
        <h2 id="calendar-title" className="card-title">
          {t('account.calendar.title')}
        </h2>
        <p className="mt-1 text-small text-ink-2">{t('account.calendar.text')}</p>
      </div>
      <Button
        {...trigger}
        kind="sec"
        className="justify-self-start"
        icon={<CalendarSync size={18} strokeWidth={1.7} aria-hidden="true" />}
      >
        {t('account.calendar.show')}
      </Button>
    </Card>
  );
}
