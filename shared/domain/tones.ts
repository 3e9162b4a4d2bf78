/** Meanings of colours. `web/styles/tones.css` defines the colours of each tone. */
export const tones = [
  'info',
  'success',
  'warning',
  'danger',
  'attention',
  'neutral',
  'gold',
  'sage',
] as const;
export type Tone = (typeof tones)[number];
