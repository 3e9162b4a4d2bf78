/** Channels of messages; `app` is the inbox on the site. */
export const messageChannels = ['app', 'email', 'sms', 'whatsapp', 'push'] as const;
export type MessageChannel = (typeof messageChannels)[number];
/** Channels of the outbox: messages to people, and webhooks. */
export type OutboxChannel = MessageChannel | 'webhook';
/** Channels that make a phone ring. */
export const ringingChannels: ReadonlySet<string> = new Set<MessageChannel>(['sms', 'whatsapp', 'push']);

interface MessageKindRow {
  /**
   * Parts of the text, `mail.<kind>.<part>` in both catalogues. E-mails use the body; texts, push and the app
   * use the short form; if one is missing, the other is used.
   */
  words: readonly ('subject' | 'body' | 'short')[];
  /**
   * Recipient. Security messages (`account`) are counted and billed separately from messages about
   * appointments.
   */
  audience: 'patient' | 'account' | 'staff' | 'clinic' | 'visitor';
  /**
   * Possible channels. Kinds sent with `createPersonalMessages` always go to the app inbox, and to the
   * channels that the recipient chose.
   */
  channels: readonly MessageChannel[];
  /** Minutes after which the message is out of date; its parameter `minutes` takes precedence. */
  lifetime: number;
  /**
   * Links in the message: to confirm, cancel or move the appointment, to answer an offer, or to stop messages
   * on this channel.
   */
  links: 'visit and stop' | 'offer and stop' | 'stop' | 'none';
  /** Page that the message opens in the app: its appointment, or the parameter `link`. */
  opens: 'visit' | 'link';
  /** Function that writes the text again just before sending, because it may be out of date. */
  refresh:
    | 'visit'
    | 'delay'
    | 'series'
    | 'reminder'
    | 'offer'
    | 'notice'
    | 'asking'
    | 'ended offer'
    | 'wish'
    | 'care'
    | null;
  /**
   * The recipient is waiting for it on the page: it is sent in a separate lane before all others, also during
   * quiet hours.
   */
  awaited: boolean;
}

const hour = 60;
const days = 24 * hour;

const account = {
  words: ['subject', 'body'],
  audience: 'account',
  channels: ['email'],
  lifetime: 3 * days,
  links: 'none',
  opens: 'link',
  refresh: null,
  awaited: false,
} as const;
const code = {
  ...account,
  words: ['subject', 'body', 'short'],
  channels: ['sms', 'whatsapp', 'email'],
  lifetime: 5,
  awaited: true,
} as const;
const visitorMail = { ...account, audience: 'visitor' } as const;
const visit = {
  ...account,
  words: ['subject', 'body', 'short'],
  audience: 'patient',
  channels: messageChannels,
  links: 'visit and stop',
  opens: 'visit',
  refresh: 'visit',
} as const;
const cancellationMessage = { ...visit, links: 'stop', opens: 'link' } as const;
const series = { ...visit, links: 'stop', refresh: 'series' } as const;
const offer = { ...visit, links: 'offer and stop', opens: 'link', refresh: 'offer' } as const;
/** About a guardian and her patient; sent to all channels of the recipient. */
const care = { ...visit, refresh: 'care', links: 'none', opens: 'link', lifetime: 30 * days } as const;
/** Notices of staff: the appointment itself does not change. */
const staffNotice = { ...cancellationMessage, words: ['subject', 'short'], refresh: 'notice' } as const;
const reminder = { ...visit, refresh: 'reminder' } as const;
/** Answer on the channel on which somebody wrote to the clinic. */
const textReply = {
  ...account,
  words: ['subject', 'short'],
  audience: 'patient',
  channels: ['sms', 'whatsapp'],
} as const;
const staffInboxMessage = {
  ...account,
  words: ['subject', 'short'],
  audience: 'staff',
  channels: ['app'],
  opens: 'visit',
} as const;

/**
 * Every kind of message, one row each. Everything specific to a kind is here or in its texts in the
 * catalogues.
 */
export const messageKinds = {
  code,
  confirmPhone: code,
  /** Code requested by another user (the guardian): valid for a day, sent only in the patient's own hours. */
  agreeVisits: { ...code, lifetime: days, awaited: false, refresh: 'asking' },
  agreeNotes: { ...code, lifetime: days, awaited: false, refresh: 'asking' },
  resetLink: { ...account, words: ['subject', 'body', 'short'], lifetime: 30, awaited: true },
  confirmEmail: { ...account, words: ['subject', 'body', 'short'], awaited: true },
  registerAttempt: account,
  passwordChanged: { ...account, words: ['subject', 'body', 'short'], channels: ['email', 'sms'] },
  emailChanged: account,
  phoneChanged: { ...account, words: ['subject', 'body', 'short'], channels: ['email', 'sms'] },
  stepsChanged: account,
  newDevice: {
    ...account,
    words: ['subject', 'body', 'short'],
    channels: ['app', 'email', 'sms', 'whatsapp'],
  },
  identityJoined: account,
  /** A staff member waits for this test message. */
  trial: {
    ...account,
    words: ['subject', 'body', 'short'],
    channels: ['email', 'sms', 'whatsapp'],
    lifetime: hour,
    awaited: true,
  },
  stopped: { ...account, words: ['subject', 'body', 'short'], channels: ['app'] },
  booked: visit,
  confirmed: visit,
  moved: visit,
  movedByPatient: visit,
  seriesBooked: series,
  seriesMoved: series,
  seriesMovedByPatient: series,
  seriesCancelled: { ...cancellationMessage, refresh: 'series' },
  cancelledByClinic: cancellationMessage,
  cancelledByPatient: cancellationMessage,
  reminder,
  reminder3h: reminder,
  delay: { ...visit, lifetime: hour, refresh: 'delay' },
  reminderSeveral: reminder,
  noticeDelay: staffNotice,
  noticeEntrance: staffNotice,
  noticePhone: staffNotice,
  noticeWords: staffNotice,
  offerTime: offer,
  offerEarlier: offer,
  offerDisplaced: offer,
  offerDisplacedSeveral: offer,
  visitStays: cancellationMessage,
  wishOther: { ...cancellationMessage, refresh: 'wish' },
  wishClosed: { ...cancellationMessage, refresh: 'wish' },
  offerGone: { ...cancellationMessage, refresh: 'ended offer' },
  ofAge: care,
  ofAgeCare: care,
  careVisits: care,
  careNotes: care,
  careOver: care,
  careReturned: care,
  staffBooked: staffInboxMessage,
  staffMoved: staffInboxMessage,
  staffCancelled: staffInboxMessage,
  staffPatientConfirmed: staffInboxMessage,
  staffCallWanted: { ...staffInboxMessage, opens: 'link' },
  staffMissedWords: { ...staffInboxMessage, opens: 'link' },
  contactReceived: visitorMail,
  contactAnswer: visitorMail,
  textAnswer: textReply,
  replyNoted: { ...textReply, refresh: 'visit' },
  replyTooLate: { ...textReply, refresh: 'visit' },
  replyReceived: textReply,
  contactToClinic: { ...visitorMail, audience: 'clinic' },
} as const satisfies Record<string, MessageKindRow>;

export type MessageKind = keyof typeof messageKinds;
export const allMessageKinds = Object.keys(messageKinds) as [MessageKind, ...MessageKind[]];

/** Kinds that are sent to the channels that the recipient chose. */
export type PersonalKind = {
  [K in MessageKind]: (typeof messageKinds)[K]['channels'] extends typeof messageChannels ? K : never;
}[MessageKind];
/** Kinds for the staff of a branch, in the app only. */
export type StaffKind = Extract<MessageKind, `staff${string}`>;
/** Possible channels of a kind. */
export type ChannelOf<K extends MessageKind> = (typeof messageKinds)[K]['channels'][number];
/** Text keys of all kinds: `mail.booked.subject`. */
export type MailKey = {
  [K in MessageKind]: `mail.${K}.${(typeof messageKinds)[K]['words'][number]}`;
}[MessageKind];
export type Refresher = NonNullable<(typeof messageKinds)[MessageKind]['refresh']>;

/** Names of kinds in the previous version, which may run beside this one during an upgrade. */
const formerNames: ReadonlyMap<string, MessageKind> = new Map([['reminder24h', 'reminder']]);

/** The kind of a stored message; undefined if this version does not know it. */
export const messageKindOf = (name: string): MessageKind | undefined =>
  Object.hasOwn(messageKinds, name) ? (name as MessageKind) : formerNames.get(name);

/** Kinds that state the details of an appointment: the next change makes them outdated. */
export const visitStatingKinds = allMessageKinds.filter((kind) => messageKinds[kind].refresh === 'visit');

export const reminderKinds = allMessageKinds.filter((kind) => messageKinds[kind].refresh === 'reminder');

/** Kinds that offer another time because the appointment cannot take place. */
export const displacedOfferKinds: readonly MessageKind[] = ['offerDisplaced', 'offerDisplacedSeveral'];

/**
 * Other kinds that say whether or when an appointment takes place, often of several appointments. Staff may
 * write so in a notice of their own words.
 */
export const otherVisitStatingKinds = allMessageKinds.filter(
  (kind) =>
    kind === 'noticeWords' ||
    ['reminder', 'series'].includes(messageKinds[kind].refresh ?? '') ||
    displacedOfferKinds.includes(kind),
);

/** Kinds that state a fact about an appointment: staff see those that no channel is left for. */
export const visitFactKinds: ReadonlySet<MessageKind> = new Set([
  ...visitStatingKinds,
  ...otherVisitStatingKinds,
]);

export const awaitedKinds = allMessageKinds.filter((kind) => messageKinds[kind].awaited);

/** The row of a kind, with the common type of all rows. */
export const messageKindRow = (kind: MessageKind): MessageKindRow => messageKinds[kind];

/** Text key of a part of a kind, if the kind has that part. */
export const mailKey = (kind: MessageKind, part: MessageKindRow['words'][number]): MailKey | undefined =>
  messageKindRow(kind).words.includes(part) ? (`mail.${kind}.${part}` as MailKey) : undefined;

/** Minutes for which a message is valid: its parameter `minutes`, else the lifetime of its kind. */
export function messageLifetime(kind: string, { minutes }: Readonly<Record<string, unknown>>): number {
  if (typeof minutes === 'number') return minutes;
  const known = messageKindOf(kind);
  return known ? messageKinds[known].lifetime : account.lifetime;
}
