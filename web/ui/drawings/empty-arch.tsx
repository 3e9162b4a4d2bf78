import { cx } from '#web/ui/cx.ts';
import { LotusShape } from './lotus.tsx';

/** A small arch with a sun and a lotus, for empty states. */
export function EmptyArch({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 104 84" aria-hidden="true" className={cx('h-[84px] w-[104px]', className)}>
      <path d="M14 84V48a38 38 0 0 1 76 0v36z" fill="var(--il-1)" />
      <path d="M27 84V50a25 25 0 0 1 50 0v34z" fill="var(--il-2)" />
      <circle cx="52" cy="40" r="8" fill="var(--il-sun)" />
      <LotusShape transform="translate(52 82) scale(.19)" veins={false} />
      <path d="M4 83.5h96" stroke="var(--il-line)" strokeWidth="1.2" strokeLinecap="round" />
    </svg>
  );
}
