import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { number, t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';

interface BookingStepProps {
  id: string;
  position: number;
  title: string;
  done: boolean;
  children: ReactNode;
}

/** One choice of the booking: its number until it is made, then a check. */
export function BookingStep({ id, position, title, done, children }: BookingStepProps) {
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-4">
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className={cx(
            'grid size-7 flex-none place-items-center rounded-full text-xs font-strong',
            done ? 'bg-attended-bg text-attended' : 'bg-tint text-accent',
          )}
        >
          {done ? <Check size={16} strokeWidth={1.7} /> : number(position)}
        </span>
        <h3 id={id}>{title}</h3>
        {done && <span className="sr-only">{t('booking.step.done')}</span>}
      </div>
      {children}
    </section>
  );
}
