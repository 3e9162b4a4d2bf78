import { LotusShape } from './lotus.tsx';

/**
 * The arches of the sign-in dialog, the booking gate and the password reset; made for a dark background in
 * both themes.
 */
export function DialogArch({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 370 420" preserveAspectRatio="xMidYMax slice" aria-hidden="true" className={className}>
      <path d="M-8 420V240a193 193 0 0 1 386 0v180z" fill="var(--deep-arch-1)" />
      <path d="M47 420V252a138 138 0 0 1 276 0v168z" fill="var(--deep-arch-2)" />
      <path d="M100 420V262a85 85 0 0 1 170 0v158z" fill="var(--deep-arch-3)" />
      <circle cx="185" cy="256" r="38" fill="var(--il-sun)" />
      <path d="M-200 396h770v30h-770z" fill="var(--deep-ground)" />
      <LotusShape transform="translate(185 404) scale(.82)" />
    </svg>
  );
}
