import { LotusShape } from './lotus.tsx';

function drawWave(x: number, y: number, times: number): string {
  return `M${x} ${y}${'q13-5 26 0t26 0'.repeat(times)}`;
}

/** A lotus opening in an arch above the Nile at dawn. */
export function HeroArch({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 600 690" aria-hidden="true" className={className}>
      <path d="M14 690V306a286 286 0 0 1 572 0v384z" fill="var(--il-1)" />
      <path
        d="M30 690V308a270 270 0 0 1 540 0v382"
        fill="none"
        stroke="var(--il-gold)"
        strokeWidth="2.2"
        strokeDasharray=".1 11"
        strokeLinecap="round"
      />
      <path d="M92 690V314a208 208 0 0 1 416 0v376z" fill="var(--il-2)" />
      <path
        d="M106 690V316a194 194 0 0 1 388 0v374"
        fill="none"
        stroke="var(--surface)"
        strokeOpacity=".55"
        strokeWidth="1.2"
      />
      <path d="M172 690V316a128 128 0 0 1 256 0v374z" fill="var(--il-3)" />
      <Dawn />
      <g fill="var(--il-line)" transform="translate(-262 168) scale(.88)">
        <path d="M392 498c-2-30-12-52-26-66 1 26-3 48-14 66z" />
        <path d="M396 498c4-16 3-32-2-46 10 14 15 30 15 46z" fillOpacity=".7" />
        <path d="M344 502h74c-6 9-14 12-24 12h-28c-10 0-18-4-22-12z" />
      </g>
      <path d="M14 608h572v82H14z" fill="var(--il-4)" />
      <g fill="none" stroke="var(--il-petal-2)" strokeWidth="1.3" strokeLinecap="round">
        <path d={drawWave(20, 634, 2) + drawWave(454, 634, 2)} strokeOpacity=".55" />
        <path d={drawWave(40, 654, 3) + drawWave(390, 654, 3)} strokeOpacity=".4" />
        <path d={drawWave(70, 672, 8)} strokeOpacity=".28" />
      </g>
      <LotusShape transform="translate(300 632) scale(1.18)" />
      <path
        d="M176 634c30-12 90-16 124-2 34-14 94-10 124 2-30 12-90 14-124 4-34 10-94 8-124-4z"
        fill="var(--c-sage)"
      />
      <path
        d="M176 634c40-4 84-4 124 2 40-6 84-6 124-2"
        fill="none"
        stroke="var(--on-brand)"
        strokeOpacity=".35"
      />
      <g fill="var(--c-sage)" fillOpacity=".85">
        <path d="M70 640c14-9 48-9 62 0-14 8-48 8-62 0z" />
        <path d="M474 646c12-8 42-8 54 0-12 7-42 7-54 0z" />
      </g>
      <LotusShape transform="translate(500 641) scale(.2)" veins={false} />
    </svg>
  );
}

/** The sun, its halo and two pairs of birds inside the inner arch. */
function Dawn() {
  return (
    <>
      <g fill="var(--on-brand)" fillOpacity=".05">
        <path d="M172 440V316a128 128 0 0 1 256 0v124a190 190 0 0 1-256 0z" />
        <path d="M172 368v-52a128 128 0 0 1 237-67 138 138 0 0 1 19 119 138 138 0 0 1-256 0z" />
        <circle cx="300" cy="322" r="96" />
      </g>
      <circle cx="300" cy="322" r="60" fill="var(--il-sun)" />
      <path
        d="M206 264q7-7 12 0 5-7 12 0M236 244q5-5 8 0 4-5 8 0M372 268q6-6 10 0 4-6 10 0"
        fill="none"
        stroke="var(--il-petal-1)"
        strokeOpacity=".55"
        strokeWidth="1.3"
        strokeLinecap="round"
      />
      <path d="M172 520c40-14 70-8 110-4s100-12 146-2v94H172z" fill="var(--il-4)" fillOpacity=".5" />
    </>
  );
}
