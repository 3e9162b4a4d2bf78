import * as z from 'zod/mini';
import { type ClinicSettings, clinicSettingsSchema } from '#shared/domain/clinic-settings.ts';
import { fieldsOf, kindOf } from '#web/api/boxes.ts';

/** Settings as form values: all values are text, including lists. */
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

/**
 * Parses a form value: a list of hours is separated by commas of either script; an empty field is null if the
 * setting may be null.
 */
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
 * Validates the form by the schema of the settings. A list is a single input, so errors of its items are
 * reported there.
 */
export const settingsForm = z.pipe(
  z.transform((boxes: SettingsBoxes) => fromBoxes(boxes)),
  clinicSettingsSchema,
);
