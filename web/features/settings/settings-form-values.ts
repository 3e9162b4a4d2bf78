import * as z from 'zod/mini';
import { type ClinicSettings, clinicSettingsSchema } from '#shared/domain/clinic-settings.ts';
import { getSchemaValueType, listSchemaFields } from '#web/api/form-values.ts';

/** Settings as form values: all values are text, including lists. */
export type SettingsFormValues = {
  [K in keyof ClinicSettings]: ClinicSettings[K] extends Record<string, string> ? ClinicSettings[K] : string;
};
type SettingsFormValue = SettingsFormValues[keyof SettingsFormValues];

const toSettingValue = (value: ClinicSettings[keyof ClinicSettings]): SettingsFormValue => {
  if (value === null) return '';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? { ...value } : String(value);
};

export const toSettingsFormValues = (settings: ClinicSettings) =>
  Object.fromEntries(
    listSchemaFields(clinicSettingsSchema).map(([name]) => [
      name,
      toSettingValue(settings[name as keyof ClinicSettings]),
    ]),
  ) as SettingsFormValues;

const parseWholeNumber = (text: string): number =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;

/**
 * Parses a form value: a list of hours is separated by commas of either script; an empty field is null if the
 * setting may be null.
 */
function parseSettingValue(box: SettingsFormValue, schema: z.ZodMiniType): unknown {
  if (typeof box !== 'string') return box;
  if (schema._zod.def.type === 'nullable' && box.trim() === '') return null;
  const kind = getSchemaValueType(schema);
  if (kind === 'number') return parseWholeNumber(box);
  if (kind !== 'array') return box;
  const items = box.split(/[,،]/).filter((text) => text.trim() !== '');
  return items.map(parseWholeNumber);
}

function parseSettings(boxes: SettingsFormValues): unknown {
  const settings = listSchemaFields(clinicSettingsSchema).map(([name, schema]) => [
    name,
    parseSettingValue(boxes[name as keyof SettingsFormValues], schema),
  ]);
  return { ...Object.fromEntries(settings), prefix: boxes.prefix.trim().toUpperCase() };
}

/**
 * Validates the form by the schema of the settings. A list is a single input, so errors of its items are
 * reported there.
 */
export const settingsFormSchema = z.pipe(
  z.transform((boxes: SettingsFormValues) => parseSettings(boxes)),
  clinicSettingsSchema,
);
