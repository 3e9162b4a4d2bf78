import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from '#shared/domain/tones.ts';
import { cx } from './cx.ts';

/** A status, always with background, icon and label. */
export function Pill({
  tone,
  icon: Icon,
  title,
  className,
  children,
}: {
  tone: Tone;
  icon: LucideIcon;
  title?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      data-tone={tone}
      title={title}
      className={cx(
        'inline-flex items-center gap-[6px] rounded-full py-[3px] ps-2 pe-[10px] text-xs leading-[1.5] bg-status-bg font-strong whitespace-nowrap text-status',
        className,
      )}
    >
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      {children}
    </span>
  );
}
