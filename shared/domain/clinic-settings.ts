import * as z from 'zod/mini';
import { timeOfMinutes } from './clinic-time.ts';
import type { Lang } from './languages.ts';
import { fallbackEnd } from './visits/slots.ts';
import { offeringModes } from './wish-rules.ts';

const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const text = (max: number) =>
  z.string().check(
    z.overwrite((typed) => typed.replace(bidiControls, '').trim()),
    z.minLength(1, 'validation.required'),
    z.maxLength(max, 'validation.textTooLong'),
  );
const wholeNumberBetween = (min: number, max: number) =>
  z.int('validation.wholeNumber').check(z.gte(min, 'validation.invalid'), z.lte(max, 'validation.invalid'));
const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'validation.timeFormat'));
const distinct = (hours: number[]): boolean => new Set(hours).size === hours.length;

/**
 * Settings that an admin can change. Times are 'HH:MM' on the clinic's clock; `null` means no limit, or the
 * English text.
 */
export const clinicSettingsSchema = z.object({
  name: text(120),
  nameAr: z.nullable(text(120)),
  /**
   * Sender name of messages. Others may see the phone, so it must not reveal why she comes; null: the
   * clinic's name.
   */
  senderName: z.nullable(text(40)),
  senderNameAr: z.nullable(text(40)),
  /** Prefix of the number in HKM-000042. */
  prefix: z.string().check(z.regex(/^[A-Z]{2,6}$/, 'validation.invalid')),
  /** No public slot of the weekly schedule is earlier. */
  consultationStart: clock.check(
    z.refine((time) => time < timeOfMinutes(fallbackEnd).slice(0, 5), 'validation.hoursWindow'),
  ),
  daysAhead: wholeNumberBetween(1, 365),
  minutesAhead: wholeNumberBetween(0, 10_080),
  maxOpenPerPatient: z.nullable(wholeNumberBetween(1, 100)),
  /** Hours before an appointment until which a patient may cancel or move it. */
  cutoffHours: wholeNumberBetween(0, 168),
  /**
   * Number of missed appointments in a year from which online bookings need a confirming call; null: never.
   */
  noShowsBeforeCall: z.nullable(wholeNumberBetween(1, 20)),
  /** Whether freed slots are offered to the waiting list automatically, or by hand. */
  waitingList: z.enum(offeringModes),
  /** Hours before an appointment at which a reminder is sent. */
  reminderHours: z.array(wholeNumberBetween(1, 336)).check(
    z.maxLength(5, 'validation.invalid'),
    z.refine((hours) => distinct(hours), 'validation.invalid'),
  ),
  /** No reminder is sent in these hours; equal times mean none are quiet. */
  quietHours: z.object({ from: clock, to: clock }),
  /** Minutes of delay from which expected patients of today are notified, once; null: never. */
  delayNotice: z.nullable(wholeNumberBetween(10, 240)),
  /** Address for notifications about the contact form; null: none. */
  contactEmail: z.nullable(
    z.string().check(z.trim(), z.maxLength(254, 'validation.textTooLong'), z.email('validation.email')),
  ),
  /** Date from which staff need a second step to sign in; null: optional. */
  secondStepFrom: z.nullable(z.iso.date('validation.date')),
  /** Years for which appointments and notes of a deleted patient are kept after her last appointment. */
  recordYears: wholeNumberBetween(1, 30),
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

/** The default sender name is the clinic's name. */
const senderReset = ({ name = defaultClinicSettings.name }: { name?: unknown }) =>
  name === defaultClinicSettings.name ? {} : { senderName: null, senderNameAr: null };

/** Stored settings, completed by the defaults of newer fields. */
export const readClinicSettings = (kept: object): ClinicSettings =>
  clinicSettingsSchema.parse({ ...defaultClinicSettings, ...senderReset(kept), ...kept });

/**
 * Settings after a change, without the default sender name if the clinic got its own name. A default sender name
 * that is entered again later is kept.
 */
export function withoutDefaultSender(before: ClinicSettings, after: ClinicSettings): ClinicSettings {
  const { name, senderName, senderNameAr } = defaultClinicSettings;
  if (before.name !== name || after.name === name) return after;
  return {
    ...after,
    senderName: after.senderName === senderName ? null : after.senderName,
    senderNameAr: after.senderNameAr === senderNameAr ? null : after.senderNameAr,
  };
}

type Names = Pick<ClinicSettings, 'name' | 'nameAr'>;
export const clinicNameIn = (lang: Lang, { name, nameAr }: Names): string =>
  (lang === 'ar' ? nameAr : null) ?? name;

type SenderNames = Names & Pick<ClinicSettings, 'senderName' | 'senderNameAr'>;
/** The sender name in a language. */
export const senderNameIn = (lang: Lang, { senderName, senderNameAr, ...names }: SenderNames): string =>
  (lang === 'ar' ? senderNameAr : null) ?? senderName ?? clinicNameIn(lang, names);
