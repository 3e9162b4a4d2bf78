import type { CodeTo } from '#server/engine/delivery/code-channels.ts';
import { type MailTo, mailFields } from '#server/engine/delivery/mail-to.ts';
import { type NewMessage } from '#server/engine/delivery/queries.ts';
import { codeMessageKey } from '#server/features/credentials/code-queries.ts';
import type { Lang } from '#shared/domain/languages.ts';

/** The key identifies this message. */
type KeyedMailTo = MailTo & { readonly key: string };

/** The link that confirms an e-mail address. */
export const confirmEmailMessage = (to: KeyedMailTo, token: string): NewMessage<'confirmEmail'> => ({
  ...mailFields(to),
  dedupeKey: `confirm-email:${to.key}`,
  template: 'confirmEmail',
  secrets: { link: `/confirm-contact?token=${token}` },
});

/**
 * Somebody entered an address that already belongs to an account: sent to the address, not to that person.
 */
export const registerAttemptMessage = (to: KeyedMailTo): NewMessage<'registerAttempt'> => ({
  ...mailFields(to),
  dedupeKey: `register-attempt:${to.key}`,
  template: 'registerAttempt',
  params: { link: '/?dialog=reset' },
});

const minute = 60_000;
const codeMinutes = 5;
/**
 * Purposes of codes with their text and validity (in milliseconds). A code that another person requested is
 * valid for a day, because it waits for the hours in which her phone may ring.
 */
export const codeKinds = {
  'sign-in-code': { template: 'code', lasts: codeMinutes * minute },
  'confirm-phone': { template: 'confirmPhone', lasts: codeMinutes * minute },
  'agree-visits': { template: 'agreeVisits', lasts: 24 * 60 * minute },
  'agree-notes': { template: 'agreeNotes', lasts: 24 * 60 * minute },
} as const;
export type CodePurpose = keyof typeof codeKinds;
type CodeTemplate = (typeof codeKinds)[CodePurpose]['template'];

export interface CodeRequest extends CodeTo {
  readonly purpose: CodePurpose;
  readonly lang: Lang;
  readonly userId: number | null;
  /** Name of the person who asks for consent. */
  readonly asker?: string;
  /** The address belongs to nobody: behaves the same, but sends nothing. */
  readonly toNobody?: boolean;
}

/** A one-time code. */
export const codeMessage = (
  to: CodeRequest & { readonly key: number },
  secrets: { readonly code: string; readonly enter?: string },
): NewMessage<CodeTemplate> => ({
  dedupeKey: codeMessageKey(to.key),
  channel: to.channel,
  userId: to.userId,
  address: to.address,
  locale: to.lang,
  template: codeKinds[to.purpose].template,
  params: {
    minutes: codeKinds[to.purpose].lasts / minute,
    ...(to.asker === undefined ? {} : { name: to.asker }),
  },
  secrets,
});
