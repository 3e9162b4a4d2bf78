import { LotusShape } from './lotus.tsx';

/** The lotus among rings, at the bottom of a dark panel: the booking summary, the footer. */
export function DeepLotus({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 348 190" aria-hidden="true" className={className}>
      <path
        d="M34 190a140 140 0 0 1 280 0M64 190a110 110 0 0 1 220 0M4 190a170 170 0 0 1 340 0"
        fill="none"
        stroke="var(--on-deep-accent)"
        strokeOpacity=".2"
      />
      <path d="M94 190a80 80 0 0 1 160 0z" fill="var(--footer)" />
      <LotusShape transform="translate(174 190) scale(.52)" veins={false} />
    </svg>
  );
}
