/** Nested arches for a corner of a tinted tile, in the colour of the surrounding text. */
export function PetalCurves({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 120 120"
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1"
    >
      <path d="M60 120V60a30 30 0 0 1 60 0M46 120V60a44 44 0 0 1 88 0M32 120V60a58 58 0 0 1 116 0M18 120V60a72 72 0 0 1 144 0" />
    </svg>
  );
}
