/** Reference code of an appointment or a patient: HKM-000042. */
export const referenceCode = (prefix: string, id: number): string =>
  `${prefix}-${String(id).padStart(6, '0')}`;

/** Parses the id from a typed reference ('HKM-000042', 'hkm 42', '#42', '٤٢'); null if it is not one. */
export function parseReference(text: string): number | null {
  const western = text
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
  const [, digits] = /^\s*(?:#|[a-z]{2,6}[\s-]*)?(\d{1,10})\s*$/i.exec(western) ?? [];
  const id = Number(digits);
  return id >= 1 && id <= 2_147_483_647 ? id : null;
}
