/**
 * The word العربية as a path, in Readex Pro at weight 460 with 100 units per em, so that English pages load
 * no Arabic font for it.
 */
const word =
  'M25-4q-6 0-11-2q-5-2-8-5q-3-4-3-8q0-5 2-9q2-3 6-6q5-3 11-6q7-3 15-7l2 12q-8 3-12 5q-5 2-8 4' +
  'q-3 2-4 3q-1 2-1 3q0 2 3 4q2 1 8 1q1 0 3 0q2 0 5-1q2 0 4-1l3 10q-4 2-7 2q-4 1-8 1z' +
  'M50 0q-5 0-9-1q-3-2-5-4q-2-2-3-6q0-3 0-6v-36h11v33q0 5 2 7q2 2 7 2h4v11zM18-58l-9-9l8-9l9 9z' +
  'M35-58l-9-9l8-9l9 9zM57 0v-11h14q1-2 2-5q1-3 1-7q1-3 1-6l13-5q-1 7-3 13q-1 5-4 11q-2 5-6 10z' +
  'M95 0q-5 0-10-1q-4-1-7-3q-3-1-6-3l6-7q2 1 4 1q3 1 5 1q3 1 6 1h5v11z' +
  'M57-11h1v11h-1q-3 0-3-6q0-5 3-5zM69 25l-9-9l8-9l9 9zM86 25l-9-9l9-9l8 9z' +
  'M98 0v-11h18q0-6-2-12q-3-5-6-11l10-10q3 6 5 13q3 6 3 14q0 8-3 17z' +
  'M98-11h1v11h-1q-3 0-3-6q0-5 3-5zM114 25l-9-9l9-9l8 9z' +
  'M143 24q-4 0-9-2q-5-2-10-5l4-8q4 1 7 2q3 1 6 1q6 0 10-2q5-3 7-7q3-5 3-11q0-2-1-4q0-2-2-4' +
  'q-1-1-2-3l15 8q0 1 0 2q0 1 0 1q0 4-1 9q-1 4-3 8q-2 4-6 7q-3 4-8 6q-4 2-10 2z' +
  'M181 0q-3 0-6-1q-3 0-6-2q-2-1-4-4q-2-2-5-6l-12-18l9-11l13 23q2 3 3 5q2 1 3 2q2 1 5 1h1v11z' +
  'M236 0q-4 0-8 0q-4-1-8-1q-3-1-6-3q-3-1-6-3q-3-3-6-6l-11-12v-14q3-2 7-3q3-1 7-2q4 0 8 0q7 0 11 1' +
  'q5 1 8 5q2 3 2 8q0 3-1 7q-1 3-3 6q-3 3-5 5q1 0 3 1q1 0 3 0h10v11z' +
  'M182 0v-11h10q3 0 5-1q2 0 4 0q3-1 5-1l8 8q-5 2-12 4q-7 1-14 1z' +
  'M214-16q3-2 5-4q2-2 3-4q1-2 1-4q0-1-1-3q-1-1-3-1q-2-1-6-1q-3 0-7 0q-4 1-7 2l11 11q1 1 2 2' +
  'q1 1 2 2zM182-11h1v11h-1q-3 0-3-6q0-5 3-5zM241 0v-11h12v-63h11v74z' +
  'M241-11h1v11h-1q-3 0-3-6q0-5 3-5zM280-74h12v74h-12z';

const id = 'in-arabic';

/** Defines the word's path once in the HTML of an English page. Server only. */
export const ArabicWordOutline = () => (
  <svg width="0" height="0" className="absolute" aria-hidden="true">
    <path id={id} d={word} />
  </svg>
);

/** The name of Arabic as a drawing, with `name` as hidden text for screen readers. */
export function ArabicWord({ name }: { name: string }) {
  return (
    <>
      <svg
        viewBox="0 -76 299 101"
        aria-hidden="true"
        className="h-[1.01em] w-[2.99em] fill-current align-[-.25em]"
      >
        <use href={`#${id}`} />
      </svg>
      <span className="sr-only [font-family:system-ui]">{name}</span>
    </>
  );
}
