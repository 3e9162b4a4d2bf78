import type { Deps } from '#server/deps.ts';
import { greetingName } from '#server/engine/delivery/address.ts';
import type { CodeTo } from '#server/engine/delivery/code-channels.ts';
import { type NewMessage } from '#server/engine/delivery/queries.ts';
import {
  createDeceptiveNameCheck,
  type NameFormatter,
} from '#server/features/notifications/deceptive-name-queries.ts';
import type { PersonalMessage } from '#server/features/notifications/notify-actions.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { firstName } from '#shared/domain/people/family.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { agreedByCodeKey } from './agreement-queries.ts';

const familyTabLink = '/profile?tab=family';

/**
 * A message to another person calls somebody by the first name. A name that reads as the clinic, an office or
 * an address is never repeated: the phone number takes its place.
 */
export async function createNameFormatter(deps: Deps): Promise<NameFormatter> {
  const isDeceptive = await createDeceptiveNameCheck(deps);
  return ({ name, phone }) => {
    if (!isDeceptive(name)) return firstName(greetingName(name));
    return phone ? formatPhone(phone) : '';
  };
}

interface CareMessageInput {
  readonly careId: number;
  readonly userId: number;
  /** Name of the other person. */
  readonly name: string;
}

/** The patient agreed that a guardian sees her appointments or shared notes. */
export const careGrantedMessage = (
  { careId, userId, name }: CareMessageInput,
  sought: 'visits' | 'notes',
  at: Date,
): PersonalMessage => ({
  userId,
  dedupeKey: `care-agreed:${careId}:${sought}:${at.getTime()}`,
  template: sought === 'visits' ? 'careVisits' : 'careNotes',
  params: { care: careId, name, link: familyTabLink },
});

/**
 * The same for a patient without an account, sent to the contact that got the code. It names no recipient,
 * because the messages of such a patient go to her guardian.
 */
export const agreedMessageByCode = (
  message: PersonalMessage,
  { channel, address }: CodeTo,
  locale: Lang,
): NewMessage<PersonalMessage['template']> => ({
  ...message,
  dedupeKey: agreedByCodeKey(message.userId) + message.dedupeKey,
  userId: null,
  channel,
  address,
  locale,
});

/** The guardianship ended: to the patient or to the guardian. */
export const guardianshipEndedMessage = (
  { careId, userId, name }: CareMessageInput,
  template: 'careOver' | 'careReturned',
): PersonalMessage => ({
  userId,
  dedupeKey: `care-over:${careId}:${template}`,
  template,
  params: { care: careId, name, link: familyTabLink },
});
