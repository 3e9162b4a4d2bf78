/**
 * The outcome of a call: 'in' (allowed, whatever the endpoint answers to the input), or one of the three
 * rejections.
 */
export type Outcome = 'in' | 401 | 403 | 404;
/**
 * Outcomes for visitor, patient, other patient, receptionist, doctor and admin. The path names the (first)
 * patient.
 */
export type Row = readonly [Outcome, Outcome, Outcome, Outcome, Outcome, Outcome];

const anyone: Row = ['in', 'in', 'in', 'in', 'in', 'in'];
const signedIn: Row = [401, 'in', 'in', 'in', 'in', 'in'];
const staff: Row = [401, 403, 403, 'in', 'in', 'in'];
/** Data of the whole clinic or access to accounts: closed to the front desk. */
const staffWithoutReceptionists: Row = [401, 403, 403, 403, 'in', 'in'];
export const admins: Row = [401, 403, 403, 403, 403, 'in'];
/** Health data. */
const doctors: Row = [401, 403, 403, 403, 'in', 403];
/** Open to the patient herself and to staff. */
const patientAndStaff: Row = [401, 'in', 404, 'in', 'in', 'in'];
/** A patient's own data; every patient has some. */
const anyPatient: Row = [401, 'in', 'in', 403, 403, 403];
/** Open to the patient herself only. */
const patientOnly: Row = [401, 'in', 404, 404, 404, 404];

/**
 * The roles that may call each endpoint. The table checks the contract, so it is written by hand from the
 * requirements and not derived from the contract. Endpoints that the contract opens to admins only need no
 * row: they use `admins`. Any other endpoint without a row fails the test.
 */
export const accessTable: Readonly<Record<string, Row>> = {
  'GET /api/auth/user': signedIn,
  'GET /api/first-reads': signedIn,
  'POST /api/auth/login': anyone,
  'POST /api/auth/register': anyone,
  'POST /api/auth/logout': anyone,
  'POST /api/auth/phone/request-otp': anyone,
  'POST /api/auth/phone/verify': anyone,
  'POST /api/auth/phone/link': anyone,
  'GET /api/auth/ways': anyone,
  'POST /api/auth/forgot-password': anyone,
  'POST /api/auth/reset-password': anyone,
  // No account of this test has a handed-over password to replace.
  'POST /api/auth/new-secret': [401, 403, 403, 403, 403, 403],
  'POST /api/auth/confirmations': signedIn,
  'POST /api/auth/confirmations/verify': anyone,
  'GET /api/auth/sessions': signedIn,
  'DELETE /api/auth/sessions/:sessionId': patientOnly,
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
  'GET /api/auth/identities': signedIn,
  // Patients only, because a provider never opens a staff account. The patient has the identity, the other
  // patient has none.
  'POST /api/auth/identities/:provider': anyPatient,
  'DELETE /api/auth/identities/:provider': [401, 'in', 404, 403, 403, 403],

  'GET /api/users': staff,
  'GET /api/patients/find': staff,
  'GET /api/users/:id': patientAndStaff,
  'POST /api/patients': staff,
  'PATCH /api/users/:id': patientAndStaff,
  'PUT /api/users/:id/password': patientOnly,
  'POST /api/users/:id/change-password': patientOnly,
  'POST /api/users/:id/hand-over-password': staffWithoutReceptionists,

  'GET /api/disruptions': staff,
  'GET /api/disruptions/standing': signedIn,
  'GET /api/disruptions/:id': staff,
  'GET /api/disruptions/:id/proposals': staff,
  'POST /api/disruptions/:id/acts': staff,
  'POST /api/disruptions/offers': staff,
  'POST /api/notices/preview': [401, 403, 403, 'in', 403, 'in'],
  'POST /api/notices': [401, 403, 403, 'in', 403, 'in'],
  'GET /api/calls': [401, 403, 403, 'in', 403, 'in'],
  'POST /api/calls/acts': [401, 403, 403, 'in', 403, 'in'],
  'GET /api/no-shows': patientAndStaff,
  // The appointment of this test was not missed, so there is no no-show.
  'DELETE /api/no-shows/:id': [401, 403, 403, 404, 404, 404],
  'PUT /api/no-shows/:id/excuse': [401, 403, 403, 404, 404, 404],
  'DELETE /api/no-shows/:id/excuse': [401, 403, 403, 404, 404, 404],
  'PUT /api/no-shows/:id/words': [401, 404, 404, 404, 404, 404],
  'GET /api/offers': staff,
  'GET /api/offers/mine': signedIn,
  'GET /api/offers/wishes': signedIn,
  'GET /api/offers/waiting': staff,
  'GET /api/offers/wishes/:id/times': staff,
  'POST /api/offers/wishes': patientAndStaff,
  'DELETE /api/offers/wishes/:id': patientAndStaff,
  'POST /api/offers': staff,
  'DELETE /api/offers/:id': staff,
  'POST /api/offers/:id/answer': patientOnly,
  'GET /api/links/:token/offer': anyone,
  'POST /api/links/:token/offer': anyone,
  'GET /api/appointments': staff,
  'GET /api/appointments/user/:id': patientAndStaff,
  'GET /api/appointments/:id': patientAndStaff,
  // The body names the patient, so another patient may not book.
  'POST /api/appointments': [401, 'in', 403, 'in', 'in', 'in'],
  'POST /api/appointments/attempts': [401, 'in', 'in', 403, 403, 403],
  'PATCH /api/appointments/:id': patientAndStaff,
  'POST /api/appointments/bulk-status': staff,
  'GET /api/appointments/:id/history': staff,
  'GET /api/users/:id/history': staff,
  'GET /api/appointments/:id/messages': patientAndStaff,
  'GET /api/appointments/:id/calendar.ics': patientAndStaff,
  'GET /api/appointments/summary': staffWithoutReceptionists,
  'GET /api/appointments/calendar': staff,
  'GET /api/appointments/week': staff,
  'GET /api/appointments/day': staff,

  'GET /api/appointments/:id/follow-ups': staff,
  'POST /api/appointments/:id/follow-ups': staff,
  'PATCH /api/appointments/:id/following': patientAndStaff,

  'GET /api/arrivals': staff,
  'GET /api/arrivals/now': staff,
  'POST /api/arrivals': staff,
  'POST /api/arrivals/:id/stage': staff,
  'POST /api/arrivals/:id/place': staff,

  // The patient's own appointment only. In this test it is not today, so it is not found.
  'GET /api/arrivals/:id/mine': [401, 'in', 404, 404, 404, 404],
  'POST /api/arrivals/:id/here': [401, 'in', 404, 404, 404, 404],
  'GET /api/screens': staff,
  'POST /api/screens': staff,
  'DELETE /api/screens/:id': staff,
  // A screen authenticates by its token.
  'GET /api/screens/:token/now': anyone,
  'GET /api/screens/:token/poster': anyone,
  'POST /api/screens/:token/here': anyone,

  'GET /api/privacy/:id/openings': patientOnly,
  'GET /api/privacy/notice': anyone,
  'GET /api/privacy/:id/consents': patientAndStaff,
  'POST /api/privacy/:id/consents': patientAndStaff,
  'DELETE /api/privacy/:id/consents': patientAndStaff,
  'GET /api/privacy/:id/consents/:consentId': patientAndStaff,
  'PUT /api/privacy/:id/lock': patientOnly,
  'POST /api/privacy/:id/unlock': patientOnly,
  'POST /api/privacy/:id/shut': patientOnly,
  'DELETE /api/privacy/:id/lock': patientOnly,
  'GET /api/patients/:id/family': patientAndStaff,
  'POST /api/patients/:id/family': patientAndStaff,
  // The patient of this test has a guardian and an account of her own, so only she decides what the guardian
  // sees.
  'DELETE /api/patients/:id/guardian': patientAndStaff,
  'PUT /api/patients/:id/guardian': [401, 'in', 404, 403, 403, 403],
  'POST /api/patients/:id/family/code': patientOnly,
  'POST /api/patients/:id/family/agreement': patientOnly,
  'DELETE /api/patients/:id/family/asked/:askId': patientOnly,
  // Only the guardian asks, not the patient or anybody else.
  'POST /api/patients/:id/guardian/code': [401, 404, 404, 404, 404, 404],
  'POST /api/patients/:id/guardian/agreement': [401, 404, 404, 404, 404, 404],
  // The patient already has an account, so none can be given.
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
  'GET /api/clinical-notes/shared': anyPatient,
  'GET /api/own-data/copy': anyPatient,
  'POST /api/own-data/copy': anyPatient,
  'GET /api/own-data/copy/archive': anyPatient,
  'GET /api/own-data/deletion': anyPatient,
  'POST /api/own-data/deletion': anyPatient,
  // Only for the super admin and the owner.
  'POST /api/moving': [401, 403, 403, 403, 403, 403],
  'GET /api/moving/archive': [401, 403, 403, 403, 403, 403],
  'GET /api/merges/duplicates': staff,
  'PUT /api/merges/duplicates': staff,
  'GET /api/merges/preview': staff,
  'GET /api/merges/of/:id': staff,

  'GET /api/locations': anyone,
  'GET /api/locations/:id/schedules': anyone,
  'GET /api/locations/:id/exceptions': anyone,
  'GET /api/locations/:id/duties': staff,
  'GET /api/locations/:id/availability': anyone,
  'GET /api/services': anyone,
  'GET /api/homepage': anyone,
  'GET /api/homepage/:section': anyone,

  // Links of messages authenticate by a token, replies of a gateway by a signature.
  'GET /api/links/:token': anyone,
  'GET /api/links/:token/calendar.ics': anyone,
  'POST /api/links/:token': anyone,
  'POST /api/visitor-visits': anyone,
  'POST /api/delivery/inbound': anyone,

  'GET /api/settings': staffWithoutReceptionists,
  'GET /api/calendars/mine': signedIn,
  'POST /api/calendars/mine': signedIn,
  'PATCH /api/calendars/mine': signedIn,
  'DELETE /api/calendars/mine': signedIn,
  'GET /api/waiting': staff,
  // Doctors enter their own absences, admins those of every doctor.
  'GET /api/absences': staffWithoutReceptionists,
  'POST /api/absences': [401, 403, 403, 403, 403, 'in'],
  'POST /api/staff/:id/preview': [401, 403, 403, 403, 403, 404],
  'POST /api/absences/preview': [401, 403, 403, 403, 403, 'in'],
  'DELETE /api/absences/:id': [401, 403, 403, 403, 404, 'in'],
  'GET /api/doctors': staff,
  'GET /api/locations/:id/doctors': anyone,
  'GET /api/earliest': anyone,
  'GET /api/staff/me': staff,
  'PUT /api/staff/me': staff,
  'GET /api/staff/me/filters': staff,
  'POST /api/staff/me/filters': staff,
  // Each user's own; in this test there is none.
  'DELETE /api/staff/me/filters/:id': [401, 403, 403, 404, 404, 404],
  'POST /api/contact-messages': anyone,
  'POST /api/contact-messages/own': anyPatient,
  'GET /api/contact-messages': staff,
  'PATCH /api/contact-messages/:id': staff,
  'POST /api/contact-messages/:id/answer': staff,
  'GET /api/notifications': signedIn,
  'POST /api/notifications/read': signedIn,
  'GET /api/notifications/push-key': signedIn,
  'POST /api/notifications/subscriptions': signedIn,
  'DELETE /api/notifications/subscriptions': signedIn,
  'POST /api/message-logs': anyone,
  'POST /api/policy-reports': anyone,
  'POST /api/user-interactions': anyone,
};
