import { arAccount } from './ar.account.ts';
import { arAccountProfile } from './ar.account-profile.ts';
import { arBooking } from './ar.booking.ts';
import { arCommon } from './ar.common.ts';
import { arCommonStates } from './ar.common-states.ts';
import { arErrors } from './ar.errors.ts';
import { arMail } from './ar.mail.ts';
import { arPublic } from './ar.public.ts';
import { type Dictionary, type Lang, type MessageParams, phrase } from './catalogue.ts';
import { enAccount } from './en.account.ts';
import { enAccountProfile } from './en.account-profile.ts';
import { enBooking } from './en.booking.ts';
import { enCommon } from './en.common.ts';
import { enCommonStates } from './en.common-states.ts';
import { enErrors } from './en.errors.ts';
import { enMail } from './en.mail.ts';
import { enPublic } from './en.public.ts';

/** Every sentence of one language: what the server speaks from. Browsers load the areas they show. */
const english = {
  ...enCommon,
  ...enCommonStates,
  ...enErrors,
  ...enPublic,
  ...enBooking,
  ...enAccount,
  ...enAccountProfile,
  ...enMail,
} satisfies Dictionary;
const arabic: Record<keyof typeof english, Dictionary[string]> = {
  ...arCommon,
  ...arCommonStates,
  ...arErrors,
  ...arPublic,
  ...arBooking,
  ...arAccount,
  ...arAccountProfile,
  ...arMail,
};

export type MessageKey = keyof typeof english;
export const dictionaries: Record<Lang, Dictionary> = { en: english, ar: arabic };

export const isMessage = (key: string): key is MessageKey => Object.hasOwn(english, key);

/** A sentence in a language, wherever there is no page to take the language from. */
export const say = (lang: Lang, key: MessageKey, params?: MessageParams): string => phrase(lang, dictionaries[lang], key, params);
