import { cx } from './cx.ts';
import { toneOf } from './tone-of.ts';

const tones = [
  'bg-tint text-accent',
  'bg-lilac text-brand',
  'bg-sage text-sage-ink',
  'bg-gold text-gold-ink',
] as const;

/**
 * First letters of the first and last word. An Arabic pair is kept apart, or the letters would join, and an
 * alef stands bare: a hamza below it reads as a mark of exclamation.
 */
function initials(name: string): string {
  const words = name
    .replace(/^(dr|د)\.?\s+/i, '')
    .split(/\s+/)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words[words.length - 1] : undefined].flatMap((word) =>
    word ? Array.from(word.replace(/^[أإآٱ]/, 'ا')).slice(0, 1) : [],
  );
  return letters.join(/[؀-ۿ]/.test(name) ? ' ' : '').toUpperCase();
}

/** Decoration beside a written name. `plain` on a tinted row. */
export function Avatar({ name, plain, className }: { name: string; plain?: boolean; className?: string }) {
  const tone = toneOf(name, tones);
  return (
    <span
      aria-hidden="true"
      className={cx(
        'petal petal-small grid size-9 flex-none place-items-center text-xs font-strong',
        plain ? 'bg-surface text-accent' : tone,
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}
