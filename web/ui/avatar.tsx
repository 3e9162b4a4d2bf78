import { cx } from './cx.ts';
import { formatInitials } from './initials.ts';
import { pickTone } from './tone-of.ts';

const tones = [
  'bg-tint text-accent',
  'bg-lilac text-brand',
  'bg-sage text-sage-ink',
  'bg-gold text-gold-ink',
] as const;

/** Decorative avatar beside a written name. Use `plain` on a tinted row. */
export function Avatar({ name, plain, className }: { name: string; plain?: boolean; className?: string }) {
  const tone = pickTone(name, tones);
  return (
    <span
      aria-hidden="true"
      className={cx(
        'petal petal-small grid size-9 flex-none place-items-center text-xs font-strong whitespace-nowrap',
        plain ? 'bg-surface text-accent' : tone,
        className,
      )}
    >
      {formatInitials(name)}
    </span>
  );
}
