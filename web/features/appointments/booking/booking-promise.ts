import type { User } from '#shared/contract/users.ts';
import type { MessageKey } from '#web/i18n.ts';
import type { BookingPatient } from './use-booking-patient.ts';
import type { VisitorForm } from './use-visitor-form.ts';

interface BookedReach {
  /** The server says that a message reaches the patient. */
  reached: boolean;
  /** Only for a visitor, who gets no messages: the link to her appointment. */
  link?: string | undefined;
}

/** Text of the toast after booking. It promises a confirmation only if a message reaches the patient. */
export function chooseBookedText({ reached, link }: BookedReach): MessageKey {
  if (link !== undefined) return 'booking.success.unheard';
  return reached ? 'booking.success.text' : 'booking.success.unreached';
}

interface BookingPerson {
  user: Pick<User, 'id' | 'unreachable'> | null;
  whom: { isOther: BookingPatient['isOther']; person: { id: number } | null };
  who: Pick<VisitorForm, 'withoutCode'>;
  visitor: boolean;
}

/**
 * Whether the form may promise a confirmation before booking. A visitor verifies a number or an address first.
 * The browser does not know who is reached for another patient with an account, so it promises nothing then.
 */
export function canPromiseConfirmation({ user, whom, who, visitor }: BookingPerson): boolean {
  if (visitor) return who.withoutCode === false;
  return user !== null && !user.unreachable && (whom.isOther || whom.person?.id === user.id);
}
