/** What the colour of a mark means. `web/styles/tones.css` gives each tone its colours. */
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
