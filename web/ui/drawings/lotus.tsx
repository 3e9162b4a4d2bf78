type Petal = readonly [angle: number, length: number, width: number, tone: 1 | 2 | 3 | 4];

/** From back to front; every petal but the last is drawn on both sides. */
const petals: readonly Petal[] = [
  [82, 120, 34, 4],
  [62, 158, 42, 3],
  [40, 184, 46, 4],
  [20, 200, 48, 3],
  [52, 128, 38, 2],
  [27, 160, 44, 2],
  [0, 186, 48, 1],
];

const roundTenth = (value: number) => Math.round(value * 10) / 10;

/** Path of a petal with its base at 0,0, pointing up. */
function drawPetal(l: number, w: number): string {
  return `M0 0C${-w} ${roundTenth(-l * 0.28)} ${roundTenth(-w * 0.82)} ${roundTenth(-l * 0.72)} 0 ${-l}C${roundTenth(w * 0.82)} ${roundTenth(-l * 0.72)} ${w} ${roundTenth(-l * 0.28)} 0 0z`;
}

function drawPetalVein(l: number, w: number): string {
  const start = `M0 ${roundTenth(-l * 0.1)}`;
  const side = (s: number) =>
    `${start}C${roundTenth((s * w) / 2)} ${roundTenth(-l * 0.35)} ${roundTenth(s * w * 0.42)} ${roundTenth(-l * 0.67)} 0 ${roundTenth(-l * 0.9)}`;
  return `${start}V${roundTenth(-l * 0.86)}${side(-1)}${side(1)}`;
}

/** The lotus as a group around 0,0, 200 units high; position it with a transform. */
export function LotusShape({ transform, veins = true }: { transform?: string; veins?: boolean }) {
  return (
    <g transform={transform} stroke="var(--il-vein)" strokeWidth="1">
      {petals.flatMap(([angle, length, width, tone]) =>
        (angle ? [-angle, angle] : [0]).map((turn) => (
          <g key={`${turn} ${length}`} transform={turn ? `rotate(${turn})` : undefined} fill="none">
            <path d={drawPetal(length, width)} fill={`var(--il-petal-${tone})`} stroke="none" />
            {veins && <path d={drawPetalVein(length, width)} />}
          </g>
        )),
      )}
    </g>
  );
}

export function Lotus({ className }: { className?: string }) {
  return (
    <svg viewBox="-160 -206 320 232" aria-hidden="true" className={className}>
      <LotusShape />
    </svg>
  );
}
