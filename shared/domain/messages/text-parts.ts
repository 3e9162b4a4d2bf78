/** The GSM 7-bit alphabet of text messages, and its characters that take two units. */
const singleUnitCharacters =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const doubleUnitCharacters = '^{}\\[~]|€\f';

/**
 * Number of SMS parts that the network bills: 160 characters in the GSM alphabet, 70 if any other character
 * occurs (as in Arabic); slightly fewer per part if there are several parts.
 */
export function textParts(text: string): number {
  const units = sevenBitUnits(text);
  return units === null ? countParts(text.length, 70, 67) : countParts(units, 160, 153);
}

/** Units of a text in the 7-bit alphabet; null if it needs another encoding. */
function sevenBitUnits(text: string): number | null {
  let units = 0;
  for (const sign of text) {
    if (singleUnitCharacters.includes(sign)) units += 1;
    else if (doubleUnitCharacters.includes(sign)) units += 2;
    else return null;
  }
  return units;
}

/** Maximum number of parts that the clinic sends: two, or three in an alphabet like Arabic. */
export const maxParts = (text: string): number => (sevenBitUnits(text) === null ? 3 : 2);
/** Whether a text is short enough to send. */
export const fitsText = (text: string): boolean => textParts(text) <= maxParts(text);

const countParts = (units: number, alone: number, joined: number): number =>
  units <= alone ? Math.min(units, 1) : Math.ceil(units / joined);
