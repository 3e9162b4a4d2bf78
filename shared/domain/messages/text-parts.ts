/** The alphabet of a text message that takes seven bits a sign, and what counts twice in it. */
const single =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const double = '^{}\\[~]|€\f';

/**
 * How many messages a network makes of a text and asks to be paid for: of 160 signs of its own alphabet, of
 * 70 where one is in another, as any in Arabic is; of a few less each where there are several.
 */
export function textParts(text: string): number {
  const units = sevenBitUnits(text);
  return units === null ? partsOf(text.length, 70, 67) : partsOf(units, 160, 153);
}

/** What a text takes in the alphabet of seven bits; null where it needs another one. */
function sevenBitUnits(text: string): number | null {
  let units = 0;
  for (const sign of text) {
    if (single.includes(sign)) units += 1;
    else if (double.includes(sign)) units += 2;
    else return null;
  }
  return units;
}

/** Whether a text is short enough to send: two messages, or three in an alphabet like Arabic. */
export const fitsText = (text: string): boolean => textParts(text) <= (sevenBitUnits(text) === null ? 3 : 2);

const partsOf = (units: number, alone: number, joined: number): number =>
  units <= alone ? Math.min(units, 1) : Math.ceil(units / joined);
