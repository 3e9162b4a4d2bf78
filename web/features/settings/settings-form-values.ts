import * as z from 'zod/mini';
import { type ClinicSettings, clinicSettingsSchema } from '#shared/domain/clinic-settings.ts';

const asNumber = (text: string): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN);
const written = (value: number | null): string => (value === null ? '' : String(value));
const wholes = ['slotStep', 'daysAhead', 'minutesAhead', 'cutoffHours', 'dailyMessageCap'] as const;

/** The settings as they stand in boxes: everything is text. */
export interface SettingsBoxes extends Record<(typeof wholes)[number] | 'maxOpenPerPatient', string> {
  name: string;
  nameAr: string;
  prefix: string;
  consultationStart: string;
  reminderHours: string;
  quietHours: { from: string; to: string };
  contactEmail: string;
}

export const inBoxes = (settings: ClinicSettings): SettingsBoxes => ({
  name: settings.name,
  nameAr: settings.nameAr ?? '',
  prefix: settings.prefix,
  consultationStart: settings.consultationStart,
  slotStep: written(settings.slotStep),
  daysAhead: written(settings.daysAhead),
  minutesAhead: written(settings.minutesAhead),
  maxOpenPerPatient: written(settings.maxOpenPerPatient),
  cutoffHours: written(settings.cutoffHours),
  reminderHours: settings.reminderHours.join(', '),
  quietHours: { ...settings.quietHours },
  dailyMessageCap: written(settings.dailyMessageCap),
  contactEmail: settings.contactEmail ?? '',
});

/** What the boxes say: hours by commas of either script, an empty box for none. */
function fromBoxes(boxes: SettingsBoxes): unknown {
  const numbers = Object.fromEntries(wholes.map((name) => [name, asNumber(boxes[name])]));
  const hours = boxes.reminderHours.split(/[,،]/).filter((text) => text.trim() !== '');
  return {
    ...boxes,
    ...numbers,
    nameAr: boxes.nameAr.trim() || null,
    prefix: boxes.prefix.trim().toUpperCase(),
    maxOpenPerPatient: boxes.maxOpenPerPatient.trim() === '' ? null : asNumber(boxes.maxOpenPerPatient),
    reminderHours: hours.map(asNumber),
    contactEmail: boxes.contactEmail.trim() || null,
  };
}

/**
 * Checks the boxes by the rules of the settings themselves; a list is one box, so its faults are told there.
 */
export const settingsForm = z.pipe(
  z.transform((boxes: SettingsBoxes) => fromBoxes(boxes)),
  clinicSettingsSchema,
);
