import * as z from 'zod/mini';
import { type ClinicSettings, clinicSettingsSchema } from '#shared/domain/clinic-settings.ts';
import { fieldsOf, kindOf } from '#web/api/boxes.ts';

/** The settings as they stand in boxes: everything is text, a list too. */
export type SettingsBoxes = {
  [K in keyof ClinicSettings]: ClinicSettings[K] extends Record<string, string> ? ClinicSettings[K] : string;
};
type Box = SettingsBoxes[keyof SettingsBoxes];

const written = (value: ClinicSettings[keyof ClinicSettings]): Box => {
  if (value === null) return '';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? { ...value } : String(value);
};

export const inBoxes = (settings: ClinicSettings) =>
  Object.fromEntries(
    fieldsOf(clinicSettingsSchema).map(([name]) => [name, written(settings[name as keyof ClinicSettings])]),
  ) as SettingsBoxes;

const asNumber = (text: string): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN);

/** What a box says: hours by commas of either script, an empty box for none where there may be none. */
function said(box: Box, schema: z.ZodMiniType): unknown {
  if (typeof box !== 'string') return box;
  if (schema._zod.def.type === 'nullable' && box.trim() === '') return null;
  const kind = kindOf(schema);
  if (kind === 'number') return asNumber(box);
  if (kind !== 'array') return box;
  const items = box.split(/[,،]/).filter((text) => text.trim() !== '');
  return items.map(asNumber);
}

function fromBoxes(boxes: SettingsBoxes): unknown {
  const settings = fieldsOf(clinicSettingsSchema).map(([name, schema]) => [
    name,
    said(boxes[name as keyof SettingsBoxes], schema),
  ]);
  return { ...Object.fromEntries(settings), prefix: boxes.prefix.trim().toUpperCase() };
}

/**
 * Checks the boxes by the rules of the settings themselves; a list is one box, so its faults are told there.
 */
export const settingsForm = z.pipe(
  z.transform((boxes: SettingsBoxes) => fromBoxes(boxes)),
  clinicSettingsSchema,
);
