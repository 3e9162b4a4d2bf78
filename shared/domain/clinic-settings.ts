import * as z from 'zod/mini';
import { timeOfMinutes } from './clinic-time.ts';
import type { Lang } from './languages.ts';
import { fallbackEnd } from './visits/slots.ts';
import { givers } from './wish-rules.ts';

const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const text = (max: number) =>
  z.string().check(
    z.overwrite((typed) => typed.replace(bidiControls, '').trim()),
    z.minLength(1, 'validation.required'),
    z.maxLength(max, 'validation.textTooLong'),
  );
const whole = (min: number, max: number) =>
  z.int('validation.wholeNumber').check(z.gte(min, 'validation.invalid'), z.lte(max, 'validation.invalid'));
const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'validation.timeFormat'));
const distinct = (hours: number[]): boolean => new Set(hours).size === hours.length;

/**
 * What an admin may set about the clinic. Times are 'HH:MM' on the clinic's clock; `null` means no limit, or
 * show the English.
 */
export const clinicSettingsSchema = z.object({
  name: text(120),
  nameAr: z.nullable(text(120)),
  /**
   * The sender's name of messages, on a phone that others hold too: nothing that tells what she comes for;
   * null: the clinic's name.
   */
  senderName: z.nullable(text(40)),
  senderNameAr: z.nullable(text(40)),
  /** Before the number in HKM-000042. */
  prefix: z.string().check(z.regex(/^[A-Z]{2,6}$/, 'validation.invalid')),
  /** No public slot of the weekly schedule is earlier. */
  consultationStart: clock.check(
    z.refine((time) => time < timeOfMinutes(fallbackEnd).slice(0, 5), 'validation.hoursWindow'),
  ),
  daysAhead: whole(1, 365),
  minutesAhead: whole(0, 10_080),
  maxOpenPerPatient: z.nullable(whole(1, 100)),
  /** Hours before a visit up to which a patient may cancel or move it. */
  cutoffHours: whole(0, 168),
  /** After so many missed visits in a year her own bookings wait for a call; null: never. */
  noShowsBeforeCall: z.nullable(whole(1, 20)),
  /** Whether what opens is offered to who waits by itself, or by hand. */
  waitingList: z.enum(givers),
  /** Hours before a visit at which a reminder goes out. */
  reminderHours: z.array(whole(1, 336)).check(
    z.maxLength(5, 'validation.invalid'),
    z.refine((hours) => distinct(hours), 'validation.invalid'),
  ),
  /** No reminder leaves in these hours; equal times mean none are quiet. */
  quietHours: z.object({ from: clock, to: clock }),
  /** Minutes of delay from which on a patient who is still to come today is told, once; null: never. */
  delayNotice: z.nullable(whole(10, 240)),
  /** Where messages of the contact form are announced; null for nowhere. */
  contactEmail: z.nullable(
    z.string().check(z.trim(), z.maxLength(254, 'validation.textTooLong'), z.email('validation.email')),
  ),
  /** From which date on staff sign in by two steps; null while it is only offered. */
  secondStepFrom: z.nullable(z.iso.date('validation.date')),
  /** Years for which the visits and notes of a deleted patient are kept after her last visit. */
  recordYears: whole(1, 30),
});
export const changeClinicSettingsSchema = z.partial(clinicSettingsSchema);

export type ClinicSettings = z.output<typeof clinicSettingsSchema>;

export const defaultClinicSettings: ClinicSettings = {
  name: "Hakima Women's Health",
  nameAr: 'حكيمة لصحة المرأة',
  senderName: 'Hakima',
  senderNameAr: 'حكيمة',
  prefix: 'HKM',
  consultationStart: '15:00',
  daysAhead: 60,
  minutesAhead: 0,
  maxOpenPerPatient: 5,
  cutoffHours: 4,
  noShowsBeforeCall: null,
  waitingList: 'itself',
  reminderHours: [24, 3],
  quietHours: { from: '21:00', to: '09:00' },
  delayNotice: null,
  contactEmail: null,
  secondStepFrom: null,
  recordYears: 5,
};

/** A clinic that has a name of its own sends under that, unless it says another. */
const senderOf = ({ name = defaultClinicSettings.name }: { name?: unknown }) =>
  name === defaultClinicSettings.name ? {} : { senderName: null, senderNameAr: null };

/** Settings as they were kept, completed by the defaults of fields that came later. */
export const readClinicSettings = (kept: object): ClinicSettings =>
  clinicSettingsSchema.parse({ ...defaultClinicSettings, ...senderOf(kept), ...kept });

type Names = Pick<ClinicSettings, 'name' | 'nameAr'>;
export const clinicNameIn = (lang: Lang, { name, nameAr }: Names): string =>
  (lang === 'ar' ? nameAr : null) ?? name;

export type SenderNames = Names & Pick<ClinicSettings, 'senderName' | 'senderNameAr'>;
/** Whom a message in this language is from. */
export const senderIn = (lang: Lang, { senderName, senderNameAr, ...names }: SenderNames): string =>
  (lang === 'ar' ? senderNameAr : null) ?? senderName ?? clinicNameIn(lang, names);
