import { cx } from '#web/ui/cx.ts';
import { pickTone } from '#web/ui/tone-of.ts';
import { plainSkyline, skylines } from './skyline-paths.ts';

const tones = ['rose', 'gold', 'sage', 'lilac'] as const;
const grounds = { rose: 'bg-tint', gold: 'bg-gold', sage: 'bg-sage', lilac: 'bg-lilac' };

/**
 * The skyline of a branch, chosen by its English name; a branch without a drawing gets arches in a tint
 * derived from its name.
 */
export function Skyline({ branch, className }: { branch: string; className?: string }) {
  const key = branch
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const drawing = skylines[key] ?? {
    ...plainSkyline,
    tone: pickTone(key, tones),
  };
  const [x, y, r] = drawing.sun;
  return (
    <svg
      viewBox="0 0 320 150"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className={cx('aspect-[320/150] w-full', grounds[drawing.tone], className)}
      fill="none"
      stroke="var(--il-line)"
      strokeWidth="1.25"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx={x} cy={y} r={r} fill={`var(--motif-${drawing.tone})`} stroke="none" />
      <path d={drawing.haze} fill="var(--il-haze)" stroke="none" />
      <path d={drawing.lines} />
    </svg>
  );
}
