import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DisplacedVisit } from '#shared/contract/disruptions.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { type ChosenProposals, countOutcome } from './choices.ts';

interface OfferBarProps {
  visits: readonly DisplacedVisit[];
  choices: ChosenProposals;
  /** Text with the number `n` of offered times. */
  summary: 'plans.save.summary' | 'plans.offer.summary';
  label: string;
  busy: boolean;
  onOffer(): void;
  /** Further actions. */
  children?: ReactNode;
}

/** Result of the choices and the button that saves them; on a desktop it stays visible below a long list. */
export function OfferBar({ visits, choices, summary, label, busy, onOffer, children }: OfferBarProps) {
  const { offered, told, calls } = countOutcome(visits, choices);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface px-4 py-3 shadow-card lg:sticky lg:bottom-0 lg:z-10">
      <p className="min-w-0 flex-1 basis-64">
        <b className="block font-strong">{t(summary, { n: offered })}</b>
        <span className="text-small text-ink-2">
          {t('plans.offer.told', { n: told })} {calls > 0 && t('plans.offer.calls', { n: calls })}
        </span>
      </p>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-auto">
        {children}
        <Button
          icon={<Send size={20} strokeWidth={1.7} aria-hidden="true" />}
          busy={busy}
          busyLabel={t('plans.offer.working')}
          onClick={onOffer}
        >
          {label}
        </Button>
      </div>
    </div>
  );
}
