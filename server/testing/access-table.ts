/** What a caller gets: 'in' (whatever the endpoint then says to the input), or one of the three refusals. */
export type Outcome = 'in' | 401 | 403 | 404;
/**
 * For visitor, patient, other patient, receptionist, doctor, admin. Things named in an address or a body are
 * the (first) patient's.
 */
export type Row = readonly [Outcome, Outcome, Outcome, Outcome, Outcome, Outcome];

const anyone: Row = ['in', 'in', 'in', 'in', 'in', 'in'];
const signedIn: Row = [401, 'in', 'in', 'in', 'in', 'in'];
const staff: Row = [401, 403, 403, 'in', 'in', 'in'];
/** What concerns the clinic as a whole, or the way into an account: not the front desk's. */
const beyondTheDesk: Row = [401, 403, 403, 403, 'in', 'in'];
const admins: Row = [401, 403, 403, 403, 403, 'in'];
/** What concerns somebody's health. */
const doctors: Row = [401, 403, 403, 403, 'in', 403];
/** The patient herself, and staff. */
const hers: Row = [401, 'in', 404, 'in', 'in', 'in'];
/** Her own of whoever is no staff; each has her own. */
const patientsOwn: Row = [401, 'in', 'in', 403, 403, 403];
/** The patient herself, nobody else. */
const hersAlone: Row = [401, 'in', 404, 404, 404, 404];

/**
 * Who may call what, written by hand from the decisions: it must not be worked out from the contract that it
 * checks.
 */
export const accessTable: Readonly<Record<string, Row>> = {
  'GET /api/auth/user': signedIn,
  'POST /api/auth/login': anyone,
  'POST /api/auth/register': anyone,
  'POST /api/auth/logout': anyone,
  'POST /api/auth/phone/request-otp': anyone,
  'POST /api/auth/phone/verify': anyone,
  'POST /api/auth/phone/link': anyone,
  'GET /api/auth/ways': anyone,
  'POST /api/auth/forgot-password': anyone,
  'POST /api/auth/reset-password': anyone,
  // Nobody here was handed a password: there is nothing to replace.
  'POST /api/auth/new-secret': [401, 403, 403, 403, 403, 403],
  'POST /api/auth/confirmations': signedIn,
  'POST /api/auth/confirmations/verify': anyone,
  'GET /api/auth/sessions': signedIn,
  'DELETE /api/auth/sessions/:sessionId': hersAlone,
  'DELETE /api/auth/sessions': signedIn,
  'POST /api/auth/keep-alive': signedIn,
  'GET /api/auth/two-step': signedIn,
  'POST /api/auth/two-step/sign-in': signedIn,
  'POST /api/auth/two-step/proof': signedIn,
  'POST /api/auth/two-step/app': signedIn,
  'POST /api/auth/two-step/app/confirm': signedIn,
  'DELETE /api/auth/two-step/app': [401, 404, 404, 404, 404, 404],
  'POST /api/auth/two-step/recovery-codes': [401, 404, 404, 404, 404, 404],
  'POST /api/auth/passkeys/options': anyone,
  'POST /api/auth/passkeys/sign-in': anyone,
  'POST /api/auth/two-step/passkeys/options': signedIn,
  'POST /api/auth/two-step/passkeys': signedIn,
  'DELETE /api/auth/two-step/passkeys/:passkeyId': [401, 404, 404, 404, 404, 404],
  'DELETE /api/users/:id/two-step': admins,
  'GET /api/auth/identities': signedIn,
  // Patients only: a provider never opens a staff account. She has the identity, the other patient has none.
  'DELETE /api/auth/identities/:provider': [401, 'in', 404, 403, 403, 403],

  'GET /api/users': staff,
  'GET /api/patients/find': staff,
  'GET /api/users/:id': hers,
  'POST /api/patients': staff,
  'POST /api/users': admins,
  'PATCH /api/users/:id': hers,
  'DELETE /api/users/:id': admins,
  'PUT /api/users/:id/password': hersAlone,
  'POST /api/users/:id/change-password': hersAlone,
  'POST /api/users/:id/hand-over-password': beyondTheDesk,
  'DELETE /api/users/:id/sessions': admins,

  'GET /api/disruptions': staff,
  'GET /api/disruptions/:id': staff,
  'GET /api/disruptions/:id/proposals': staff,
  'POST /api/disruptions/:id/acts': staff,
  'POST /api/disruptions/offers': staff,
  'GET /api/offers': staff,
  'GET /api/offers/mine': signedIn,
  'GET /api/offers/wishes': signedIn,
  'GET /api/offers/waiting': staff,
  'GET /api/offers/wishes/:id/times': staff,
  'POST /api/offers/wishes': hers,
  'DELETE /api/offers/wishes/:id': hers,
  'POST /api/offers': staff,
  'DELETE /api/offers/:id': staff,
  'POST /api/offers/:id/answer': hersAlone,
  'GET /api/links/:token/offer': anyone,
  'POST /api/links/:token/offer': anyone,
  'GET /api/appointments': staff,
  'GET /api/appointments/user/:id': hers,
  'GET /api/appointments/:id': hers,
  // The body names the patient: another one may not book for her.
  'POST /api/appointments': [401, 'in', 403, 'in', 'in', 'in'],
  'POST /api/appointments/attempts': [401, 'in', 'in', 403, 403, 403],
  'PATCH /api/appointments/:id': hers,
  'DELETE /api/appointments/:id': admins,
  'POST /api/appointments/bulk-status': staff,
  'GET /api/appointments/:id/history': staff,
  'GET /api/users/:id/history': staff,
  'GET /api/appointments/:id/messages': hers,
  'GET /api/appointments/:id/calendar.ics': hers,
  'GET /api/appointments/summary': beyondTheDesk,
  'GET /api/appointments/calendar': staff,
  'GET /api/appointments/week': staff,
  'GET /api/appointments/day': staff,
  'GET /api/appointments/export': admins,

  'GET /api/appointments/:id/follow-ups': staff,
  'POST /api/appointments/:id/follow-ups': staff,
  'PATCH /api/appointments/:id/following': hers,

  'GET /api/arrivals': staff,
  'POST /api/arrivals': staff,
  'POST /api/arrivals/:id/stage': staff,
  'POST /api/arrivals/:id/place': staff,

  // Her own visit, nobody else's: in the sweep it is not today's, and not there.
  'GET /api/arrivals/:id/mine': [401, 'in', 404, 404, 404, 404],
  'POST /api/arrivals/:id/here': [401, 'in', 404, 404, 404, 404],
  'GET /api/screens': staff,
  'POST /api/screens': staff,
  'DELETE /api/screens/:id': staff,
  // A screen proves itself by its token.
  'GET /api/screens/:token/now': anyone,
  'GET /api/screens/:token/poster': anyone,
  'POST /api/screens/:token/here': anyone,

  'GET /api/privacy/:id/openings': hersAlone,
  'GET /api/patients/:id/family': hers,
  'POST /api/patients/:id/family': hers,
  // Somebody looks after the patient here, who signs in herself: what is seen is hers to say.
  'DELETE /api/patients/:id/guardian': hers,
  'PUT /api/patients/:id/guardian': [401, 'in', 404, 403, 403, 403],
  // She has an account: there is none to give.
  'POST /api/patients/:id/own-account/code': [401, 404, 404, 404, 404, 404],
  'POST /api/patients/:id/own-account': [401, 404, 404, 404, 404, 404],
  'GET /api/patients/:id/file': staff,
  'PATCH /api/patients/:id/file': staff,
  'GET /api/patients/:id/timeline': staff,
  'GET /api/patients/alerts': doctors,
  'POST /api/patients/:id/alerts': doctors,
  'DELETE /api/patients/:id/alerts/:alertId': doctors,
  'POST /api/patients/:id/clinical-notes': doctors,
  'PUT /api/clinical-notes/:id/sharing': doctors,
  'GET /api/appointments/:id/note-draft': staff,
  'PUT /api/appointments/:id/note-draft': staff,
  'GET /api/patients/:id/note-draft': doctors,
  'PUT /api/patients/:id/note-draft': doctors,
  'GET /api/clinical-notes/shared': patientsOwn,
  'GET /api/own-data/copy': patientsOwn,
  'POST /api/own-data/copy': patientsOwn,
  'GET /api/own-data/copy/archive': patientsOwn,
  'GET /api/own-data/deletion': patientsOwn,
  'POST /api/own-data/deletion': patientsOwn,
  'GET /api/retention': admins,

  'GET /api/locations': anyone,
  'POST /api/locations': admins,
  'PATCH /api/locations/:id': admins,
  'DELETE /api/locations/:id': admins,
  'GET /api/locations/:id/schedules': anyone,
  'PUT /api/locations/:id/schedules': admins,
  'GET /api/locations/:id/exceptions': anyone,
  'PUT /api/locations/:id/exceptions': admins,
  'POST /api/locations/:id/hours-preview': admins,
  'GET /api/locations/:id/duties': staff,
  'PUT /api/locations/:id/duties': admins,
  'GET /api/locations/:id/availability': anyone,
  'GET /api/services': anyone,
  'POST /api/services': admins,
  'PATCH /api/services/:id': admins,
  'DELETE /api/services/:id': admins,
  'GET /api/homepage': anyone,
  'GET /api/homepage/:section': anyone,
  'PUT /api/homepage/:section': admins,
  'GET /api/homepage/:section/versions': admins,
  'POST /api/homepage/:section/versions/:version/restore': admins,
  'POST /api/uploads': admins,

  // Links of messages and replies of a gateway prove themselves by a token and by a signature.
  'GET /api/links/:token': anyone,
  'GET /api/links/:token/calendar.ics': anyone,
  'POST /api/links/:token': anyone,
  'POST /api/visitor-visits': anyone,
  'POST /api/delivery/inbound': anyone,

  'GET /api/settings': beyondTheDesk,
  'PATCH /api/settings': admins,
  'GET /api/api-keys': admins,
  'POST /api/api-keys': admins,
  'DELETE /api/api-keys/:id': admins,
  'GET /api/imports': admins,
  'POST /api/imports': admins,
  'GET /api/imports/:id': admins,
  'PATCH /api/imports/:id': admins,
  'DELETE /api/imports/:id': admins,
  'GET /api/imports/:id/rows': admins,
  'PATCH /api/imports/:id/rows/:row': admins,
  'POST /api/imports/:id/run': admins,
  'POST /api/imports/:id/stop': admins,
  'POST /api/imports/:id/undo': admins,
  'GET /api/imports/:id/report': admins,
  'GET /api/insights': admins,
  'GET /api/waiting': staff,
  // Doctors enter their own, admins anybody's.
  'GET /api/absences': beyondTheDesk,
  'POST /api/absences': [401, 403, 403, 403, 403, 'in'],
  'POST /api/absences/preview': [401, 403, 403, 403, 403, 'in'],
  'DELETE /api/absences/:id': [401, 403, 403, 403, 404, 'in'],
  'GET /api/doctors': staff,
  'GET /api/locations/:id/doctors': anyone,
  'GET /api/earliest': anyone,
  'GET /api/staff': admins,
  'POST /api/staff': admins,
  'GET /api/staff/me': staff,
  'PUT /api/staff/me': staff,
  'GET /api/staff/me/filters': staff,
  'POST /api/staff/me/filters': staff,
  // Each her own: in the sweep there is none.
  'DELETE /api/staff/me/filters/:id': [401, 403, 403, 404, 404, 404],
  'PATCH /api/staff/:id': admins,
  'POST /api/contact-messages': anyone,
  'GET /api/contact-messages': staff,
  // A letter of the contact form is not the front desk's.
  'PATCH /api/contact-messages/:id': [401, 403, 403, 404, 'in', 'in'],
  'POST /api/contact-messages/:id/answer': [401, 403, 403, 404, 'in', 'in'],
  'GET /api/notifications': signedIn,
  'POST /api/notifications/read': signedIn,
  'GET /api/notifications/push-key': signedIn,
  'POST /api/notifications/subscriptions': signedIn,
  'DELETE /api/notifications/subscriptions': signedIn,
  'POST /api/message-logs': anyone,
  'POST /api/policy-reports': anyone,
  'POST /api/user-interactions': anyone,
  'GET /api/logs/messages': admins,
  'POST /api/logs/messages/:messageId/send-again': admins,
  'GET /api/logs/client': admins,
  'GET /api/logs/interactions': admins,
  'GET /api/logs/errors': admins,
  'GET /api/logs/audit': admins,
  'GET /api/logs/alarms': admins,
  'GET /api/logs/:log/export': admins,
};

/** What asks again who she is when she last showed it longer than 15 minutes ago. */
export const freshlyProved: readonly string[] = [
  'DELETE /api/appointments/:id',
  'DELETE /api/auth/two-step/app',
  'DELETE /api/auth/two-step/passkeys/:passkeyId',
  'DELETE /api/locations/:id',
  'DELETE /api/services/:id',
  'DELETE /api/users/:id',
  'DELETE /api/users/:id/two-step',
  'GET /api/appointments/export',
  'GET /api/imports/:id/report',
  'GET /api/logs/:log/export',
  'PATCH /api/settings',
  'POST /api/api-keys',
  'POST /api/auth/two-step/app',
  'POST /api/auth/two-step/app/confirm',
  'POST /api/auth/two-step/passkeys',
  'POST /api/auth/two-step/passkeys/options',
  'POST /api/auth/two-step/recovery-codes',
  'POST /api/imports',
  'POST /api/imports/:id/run',
  'POST /api/imports/:id/undo',
  'POST /api/staff',
  'POST /api/users',
  'POST /api/users/:id/hand-over-password',
];

/**
 * What is open to whoever looks after the patient, beyond what any other patient may. Who did before is
 * another patient in every row.
 */
export const alsoGuardians: Readonly<Record<string, Outcome>> = {
  'GET /api/appointments/user/:id': 'in',
  'GET /api/appointments/:id': 'in',
  'POST /api/appointments': 'in',
  'PATCH /api/appointments/:id': 'in',
  'PATCH /api/appointments/:id/following': 'in',
  'GET /api/appointments/:id/messages': 'in',
  'GET /api/appointments/:id/calendar.ics': 'in',
  'GET /api/arrivals/:id/mine': 'in',
  'POST /api/arrivals/:id/here': 'in',
  'POST /api/offers/:id/answer': 'in',
  'POST /api/offers/wishes': 'in',
  'DELETE /api/offers/wishes/:id': 'in',
  'DELETE /api/patients/:id/guardian': 'in',
  'PUT /api/patients/:id/guardian': 403,
};
