import type { Lang } from '#shared/domain/languages.ts';

/** Whom a mail about an account goes to. */
export interface MailTo {
  readonly userId: number;
  readonly email: string;
  readonly lang: Lang;
}

export const mail = ({ userId, email, lang }: MailTo) =>
  ({ channel: 'email', userId, address: email, locale: lang }) as const;

interface Contact {
  readonly id: number;
  readonly email: string | null;
  readonly emailConfirmedAt: Date | null;
  readonly locale: Lang;
}

/** Where she is told what concerns her account: an address that she has proved to be hers. */
export const provenMail = ({ id, email, emailConfirmedAt, locale }: Contact): MailTo | null =>
  email && emailConfirmedAt ? { userId: id, email, lang: locale } : null;
