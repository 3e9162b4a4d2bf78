/** Half rings that rise from the bottom edge of the splash screen. */
export function Rings({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 1200 600"
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="var(--on-deep-accent)"
      strokeOpacity=".13"
    >
      <path d="M490 600a110 110 0 0 1 220 0M410 600a190 190 0 0 1 380 0M330 600a270 270 0 0 1 540 0M55 600a545 545 0 0 1 1090 0M10 600a590 590 0 0 1 1180 0" />
    </svg>
  );
}
