import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type PillTone = 'pending' | 'confirmed' | 'attended' | 'cancelled' | 'no_show' | 'other';

const tones: Record<PillTone, string> = {
  pending: 'bg-pending-bg text-pending',
  confirmed: 'bg-confirmed-bg text-confirmed',
  attended: 'bg-attended-bg text-attended',
  cancelled: 'bg-cancelled-bg text-cancelled',
  no_show: 'bg-no-show-bg text-no-show',
  other: 'bg-other-bg text-other',
};

/** A status: ground, icon and word, always all three. */
export function Pill({
  tone,
  icon: Icon,
  className,
  children,
}: {
  tone: PillTone;
  icon: LucideIcon;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-[6px] rounded-full py-[3px] ps-2 pe-[10px] text-xs leading-[1.5] font-strong whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      {children}
    </span>
  );
}
