import type { Letterhead } from '#server/engine/delivery/render.ts';

/** The letterhead of a clinic that reserves its one name. */
export const testLetterhead: Letterhead = {
  sender: 'Hakima',
  publicUrl: 'https://clinic.example',
  reserved: { clinic: ['Hakima'], branches: ['Maadi'] },
};
