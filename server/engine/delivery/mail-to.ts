import type { Lang } from '#shared/domain/languages.ts';

/** Recipient of a mail about an account. */
export interface MailTo {
  readonly userId: number;
  readonly email: string;
  readonly lang: Lang;
}

export const mailFields = ({ userId, email, lang }: MailTo) =>
  ({ channel: 'email', userId, address: email, locale: lang }) as const;

interface Contact {
  readonly id: number;
  readonly email: string | null;
  readonly emailConfirmedAt: Date | null;
  readonly locale: Lang;
}

/** Address for mail about the account: a verified one. */
export const verifiedMailOf = ({ id, email, emailConfirmedAt, locale }: Contact): MailTo | null =>
  email && emailConfirmedAt ? { userId: id, email, lang: locale } : null;
