import type { Outcome } from './access-table.ts';

/** The outcome that replaces the one of the table, and the reason. */
type Exception = readonly [Outcome, string];

/**
 * Endpoints open to the guardian of the patient, but to no other patient. A former guardian counts as another
 * patient in every row.
 */
export const guardianAccess: Readonly<Record<string, Exception>> = {
  'GET /api/appointments/user/:id': ['in', 'she keeps the visits of whom she looks after'],
  'GET /api/appointments/:id': ['in', 'a visit of whom she looks after'],
  'POST /api/appointments': ['in', 'books for whom she looks after'],
  'PATCH /api/appointments/:id': ['in', 'moves or cancels a visit of whom she looks after'],
  'PATCH /api/appointments/:id/following': ['in', 'moves or cancels the visits of a series'],
  'GET /api/appointments/:id/messages': ['in', 'reads what was sent about a visit'],
  'GET /api/appointments/:id/calendar.ics': ['in', 'puts a visit into her own calendar'],
  'GET /api/no-shows': ['in', 'sees which visits were missed'],
  'GET /api/arrivals/:id/mine': ['in', 'waits with her and sees her place'],
  'POST /api/arrivals/:id/here': ['in', 'says that they have arrived'],
  'POST /api/offers/:id/answer': ['in', 'answers an offered time'],
  'POST /api/offers/wishes': ['in', 'asks for an earlier time'],
  'DELETE /api/offers/wishes/:id': ['in', 'takes back the wish for an earlier time'],
  'DELETE /api/patients/:id/guardian': ['in', 'may stop looking after somebody'],
  'PUT /api/patients/:id/guardian': [403, 'the person herself says what her guardian sees, who knows of her'],
  'POST /api/patients/:id/guardian/code': ['in', 'asks for the code with which the person agrees'],
  'POST /api/patients/:id/guardian/agreement': ['in', 'enters the code with which the person agrees'],
};

/**
 * Outcomes for a receptionist of another branch that differ from those of any receptionist. Lists are open to
 * her and contain the rows of her branches.
 */
export const otherBranchAccess: Readonly<Record<string, Exception>> = {
  'GET /api/appointments/:id': [404, 'a visit at another branch'],
  'PATCH /api/appointments/:id': [404, 'a visit at another branch'],
  'PATCH /api/appointments/:id/following': [404, 'visits at another branch'],
  'GET /api/appointments/:id/messages': [404, 'messages about a visit at another branch'],
  'GET /api/appointments/:id/calendar.ics': [404, 'a visit at another branch'],
  'GET /api/appointments/:id/note-draft': [404, 'notes of a visit at another branch'],
  'GET /api/appointments/:id/follow-ups': [404, 'visits at another branch'],
  'POST /api/appointments/:id/follow-ups': [404, 'follows a visit at another branch'],
  'POST /api/arrivals/:id/stage': [404, 'an arrival at another branch'],
  'GET /api/offers/wishes/:id/times': [404, 'a wish for another branch'],
  'POST /api/appointments': [403, 'names another branch in the body'],
  'GET /api/arrivals': [403, 'names another branch in the query'],
  'POST /api/arrivals': [403, 'names another branch in the body'],
  'POST /api/offers': [403, 'names another branch in the body'],
  'DELETE /api/offers/:id': [403, 'an offer of another branch'],
  'POST /api/offers/wishes': [403, 'names another branch in the body'],
  'GET /api/screens': [403, 'names another branch in the query'],
};

/** One's own second steps, open to every role. */
const ownSteps = [
  'DELETE /api/auth/two-step/app',
  'DELETE /api/auth/two-step/passkeys/:passkeyId',
  'POST /api/auth/two-step/app',
  'POST /api/auth/two-step/app/confirm',
  'POST /api/auth/two-step/passkeys',
  'POST /api/auth/two-step/passkeys/options',
  'POST /api/auth/two-step/recovery-codes',
];

/** Endpoints that need an identity proof of the last 15 minutes. */
export const proofRequiredEndpoints = {
  patient: [
    'DELETE /api/auth/identities/:provider',
    'GET /api/own-data/copy/archive',
    'POST /api/auth/identities/:provider',
    'POST /api/own-data/copy',
    'POST /api/own-data/deletion',
    ...ownSteps,
  ].toSorted(),
  receptionist: ownSteps,
  doctor: [...ownSteps, 'POST /api/users/:id/hand-over-password'].toSorted(),
  admin: [
    'DELETE /api/users/:id',
    'DELETE /api/users/:id/two-step',
    'DELETE /api/webhooks/:id',
    'GET /api/appointments/export',
    'GET /api/imports/:id/report',
    'GET /api/logs/:log/export',
    'GET /api/moving/archive',
    'PATCH /api/settings',
    'POST /api/api-keys',
    'POST /api/imports',
    'POST /api/imports/:id/run',
    'POST /api/imports/:id/undo',
    'POST /api/merges',
    'POST /api/merges/:id/undo',
    'POST /api/moving',
    'POST /api/privacy/notice/:version/ask',
    'POST /api/staff',
    'POST /api/users/:id/hand-over-password',
    'POST /api/webhooks',
    'POST /api/webhooks/:id/secret',
    ...ownSteps,
  ].toSorted(),
} as const satisfies Record<string, readonly string[]>;

/**
 * Public endpoints that identify a viewer with locked appointments or with an unfinished sign-in, each with
 * the reason.
 */
export const identifiedAtPublic: Readonly<Record<'locked' | 'unfinished', Readonly<Record<string, string>>>> =
  {
    locked: {
      'POST /api/auth/confirmations/verify': 'confirms a contact of the account, shows no visit',
      'POST /api/auth/logout': 'ends the session',
      'POST /api/auth/passkeys/options': 'asks for a passkey of the account, which opens the lock',
    },
    unfinished: {
      'POST /api/auth/logout': 'ends the session',
      'POST /api/auth/passkeys/options': 'asks for a passkey of the account, which is the second step',
    },
  };

const everySessionEndpoints = {
  'GET /api/auth/user': 'says what has to be done first',
  'POST /api/auth/keep-alive': 'keeps the session, shows nothing',
} as const;

/** Endpoints that are not public but open to a session with an unfinished sign-in, each with the reason. */
export const openBeforeSignInEnds: Readonly<
  Record<'second-step' | 'second-step-setup' | 'new-secret', Readonly<Record<string, string>>>
> = {
  'second-step': { ...everySessionEndpoints, 'POST /api/auth/two-step/sign-in': 'takes the second step' },
  'second-step-setup': {
    ...everySessionEndpoints,
    'GET /api/auth/two-step': 'shows which second steps there are',
    'POST /api/auth/two-step/app': 'sets up an app',
    'POST /api/auth/two-step/app/confirm': 'sets up an app',
    'POST /api/auth/two-step/passkeys': 'sets up a passkey',
    'POST /api/auth/two-step/passkeys/options': 'sets up a passkey',
    'POST /api/auth/two-step/proof': 'proves who sets it up',
  },
  'new-secret': {
    ...everySessionEndpoints,
    'POST /api/auth/new-secret': 'chooses the password',
    'POST /api/users/:id/change-password': 'chooses the password',
    'PUT /api/users/:id/password': 'chooses the password',
  },
};
