import { greetingName } from '#server/engine/delivery/address.ts';
import type { CodeTo } from '#server/engine/delivery/code-ways.ts';
import type { NewMessage } from '#server/engine/delivery/queries.ts';
import type { PersonalMessage } from '#server/features/notifications/notify-actions.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { firstName } from '#shared/domain/people/family.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';

const family = '/profile?tab=family';

/**
 * What a message to another calls somebody: her first name, in which no address can stand; of whom only a
 * number is known, or nothing that may stand there, her number.
 */
export function nameOf({ name, phone }: { readonly name: string; readonly phone: string | null }): string {
  const whole = greetingName(name);
  const first = firstName(whole);
  return /\p{L}/u.test(first) ? first : whole || (phone ? formatPhone(phone) : '');
}

interface Told {
  readonly careId: number;
  readonly userId: number;
  /** How the other one is called. */
  readonly name: string;
}

/** Somebody sees more of her from now on, as she agreed: her visits, or what doctors share. */
export const agreedMessage = (
  { careId, userId, name }: Told,
  sought: 'visits' | 'notes',
  at: Date,
): PersonalMessage => ({
  userId,
  dedupeKey: `care-agreed:${careId}:${sought}:${at.getTime()}`,
  template: sought === 'visits' ? 'careVisits' : 'careNotes',
  params: { name, link: family },
});

/** The same to who has no account: by the way on which her code went. */
export const agreedByCode = (
  message: PersonalMessage,
  { channel, address }: CodeTo,
  locale: Lang,
): NewMessage<PersonalMessage['template']> => ({ ...message, channel, address, locale });

/** That somebody looks after her no more, to her or to who did. */
export const careOverMessage = (
  { careId, userId, name }: Told,
  template: 'careOver' | 'careReturned',
): PersonalMessage => ({
  userId,
  dedupeKey: `care-over:${careId}:${template}`,
  template,
  params: { name, link: family },
});
