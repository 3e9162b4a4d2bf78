/** The ways a message can leave; `app` is the inbox on the site. */
export const messageChannels = ['app', 'email', 'sms', 'whatsapp', 'push'] as const;
export type MessageChannel = (typeof messageChannels)[number];
/** What leaves by the outbox: messages to people, and what other programs are told. */
export type OutboxChannel = MessageChannel | 'webhook';
/** Ways that make a phone ring. */
export const ringing: ReadonlySet<string> = new Set<MessageChannel>(['sms', 'whatsapp', 'push']);

interface MessageKindRow {
  /**
   * The parts of its words, `mail.<kind>.<part>` in both catalogues. Letters speak the body, texts, push and
   * the app the short form; where one of the two is missing the other is spoken.
   */
  words: readonly ('subject' | 'body' | 'short')[];
  /** Whom it is for. What keeps an account safe is counted and paid for apart from what is about visits. */
  audience: 'patient' | 'account' | 'staff' | 'clinic' | 'visitor';
  /** The ways it may leave. A message of the kind `notify` is in the app, and wherever its reader chose. */
  channels: readonly MessageChannel[];
  /**
   * Minutes after which it says something that is no longer so, unless its own parameter `minutes` promises
   * less.
   */
  lifetime: number;
  /**
   * What stands in it: one touch to confirm, cancel or move the visit, or to answer an offer, and to hear no
   * more this way.
   */
  links: 'visit and stop' | 'offer and stop' | 'stop' | 'none';
  /** Where it leads in the app: to the visit it is about, or where its parameter `link` says. */
  opens: 'visit' | 'link';
  /** Who says it anew just before it leaves: the words may have been overtaken. */
  refresh: 'visit' | 'series' | 'reminder' | 'offer' | 'notice' | 'asking' | null;
  /**
   * Somebody waits for it in front of the page: it leaves by a lane of its own, past all that waits, in quiet
   * hours too.
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
const letter = { ...account, audience: 'visitor' } as const;
const visit = {
  ...account,
  words: ['subject', 'body', 'short'],
  audience: 'patient',
  channels: messageChannels,
  links: 'visit and stop',
  opens: 'visit',
  refresh: 'visit',
} as const;
const calledOff = { ...visit, links: 'stop', opens: 'link' } as const;
const series = { ...visit, links: 'stop', refresh: 'series' } as const;
const offer = { ...visit, links: 'offer and stop', opens: 'link', refresh: 'offer' } as const;
/** About an account or a file of hers, wherever she reads what the clinic tells her. */
const notice = { ...visit, refresh: null, links: 'none', opens: 'link', lifetime: 30 * days } as const;
/** Written by staff on purpose: her visit stays as it is, and only how she comes to it is said. */
const onPurpose = { ...calledOff, words: ['subject', 'short'], refresh: 'notice' } as const;
const reminder = { ...visit, refresh: 'reminder' } as const;
/** Back by the way on which somebody wrote to us. */
const aText = {
  ...account,
  words: ['subject', 'short'],
  audience: 'patient',
  channels: ['sms', 'whatsapp'],
} as const;
const toStaff = {
  ...account,
  words: ['subject', 'short'],
  audience: 'staff',
  channels: ['app'],
  opens: 'visit',
} as const;

/**
 * Every kind of message that the clinic sends, one row each: whatever is special about a kind stands here and
 * its words in the catalogues, nowhere else.
 */
export const messageKinds = {
  code,
  confirmPhone: code,
  /** By a code that somebody else asked for: it lives a day, and rings in the hours that are hers. */
  agreeVisits: { ...code, lifetime: days, awaited: false, refresh: 'asking' },
  agreeNotes: { ...code, lifetime: days, awaited: false, refresh: 'asking' },
  resetLink: { ...account, words: ['subject', 'body', 'short'], lifetime: 30, awaited: true },
  confirmEmail: { ...account, words: ['subject', 'body', 'short'], awaited: true },
  registerAttempt: account,
  passwordChanged: { ...account, words: ['subject', 'body', 'short'], channels: ['email', 'sms'] },
  emailChanged: account,
  stepsChanged: account,
  newDevice: {
    ...account,
    words: ['subject', 'body', 'short'],
    channels: ['app', 'email', 'sms', 'whatsapp'],
  },
  identityJoined: account,
  /** Somebody of the staff waits to see whether it comes. */
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
  seriesCancelled: { ...calledOff, refresh: 'series' },
  cancelledByClinic: calledOff,
  cancelledByPatient: calledOff,
  reminder,
  reminder3h: reminder,
  delay: { ...visit, lifetime: hour },
  reminderSeveral: reminder,
  noticeDelay: onPurpose,
  noticeEntrance: onPurpose,
  noticePhone: onPurpose,
  noticeWords: onPurpose,
  offerTime: offer,
  offerEarlier: offer,
  offerDisplaced: offer,
  offerDisplacedSeveral: offer,
  visitStays: calledOff,
  wishOther: { ...calledOff, refresh: null },
  offerGone: { ...calledOff, refresh: null },
  ofAge: notice,
  ofAgeCare: notice,
  careVisits: notice,
  careNotes: notice,
  careOver: notice,
  careReturned: notice,
  staffBooked: toStaff,
  staffMoved: toStaff,
  staffCancelled: toStaff,
  staffPatientConfirmed: toStaff,
  staffCallWanted: { ...toStaff, opens: 'link' },
  staffMissedWords: { ...toStaff, opens: 'link' },
  contactReceived: letter,
  contactAnswer: letter,
  textAnswer: aText,
  replyNoted: aText,
  replyTooLate: aText,
  replyReceived: aText,
  contactToClinic: { ...letter, audience: 'clinic' },
} as const satisfies Record<string, MessageKindRow>;

export type MessageKind = keyof typeof messageKinds;
export const allMessageKinds = Object.keys(messageKinds) as [MessageKind, ...MessageKind[]];

/** The kinds that are sent wherever their reader chose. */
export type PersonalKind = {
  [K in MessageKind]: (typeof messageKinds)[K]['channels'] extends typeof messageChannels ? K : never;
}[MessageKind];
/** What the staff of a branch hears, in the app only. */
export type StaffKind = Extract<MessageKind, `staff${string}`>;
/** The ways a kind may leave. */
export type ChannelOf<K extends MessageKind> = (typeof messageKinds)[K]['channels'][number];
/** The keys of the words of all kinds: `mail.booked.subject`. */
export type MailKey = {
  [K in MessageKind]: `mail.${K}.${(typeof messageKinds)[K]['words'][number]}`;
}[MessageKind];
export type Refresher = NonNullable<(typeof messageKinds)[MessageKind]['refresh']>;

/** Names of kinds in the previous version, which may run beside this one during an upgrade. */
const formerNames: ReadonlyMap<string, MessageKind> = new Map([['reminder24h', 'reminder']]);

/** The kind of a kept message; undefined if this version does not know it any more. */
export const messageKindOf = (name: string): MessageKind | undefined =>
  Object.hasOwn(messageKinds, name) ? (name as MessageKind) : formerNames.get(name);

/** Kinds that state a visit as it is: the next change of the visit makes them untrue. */
export const statesVisit = allMessageKinds.filter((kind) => messageKinds[kind].refresh === 'visit');

/** Kinds that say, just before a visit, that it takes place. */
export const remindsOfVisit = allMessageKinds.filter((kind) => messageKinds[kind].refresh === 'reminder');

export const awaitedKinds = allMessageKinds.filter((kind) => messageKinds[kind].awaited);

/** The row of a kind, in the form in which all rows look alike. */
export const messageKindRow = (kind: MessageKind): MessageKindRow => messageKinds[kind];

/** The key of a part of a kind's words, if it has that part. */
export const mailKey = (kind: MessageKind, part: MessageKindRow['words'][number]): MailKey | undefined =>
  messageKindRow(kind).words.includes(part) ? (`mail.${kind}.${part}` as MailKey) : undefined;

/** Minutes for which a message is true: what its own words promise, else what its kind allows. */
export function lifetimeOf(kind: string, { minutes }: Readonly<Record<string, unknown>>): number {
  if (typeof minutes === 'number') return minutes;
  const known = messageKindOf(kind);
  return known ? messageKinds[known].lifetime : account.lifetime;
}
