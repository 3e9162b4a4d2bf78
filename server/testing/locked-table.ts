/**
 * Endpoints that a patient with locked appointments may call, each with the reason. Every other endpoint that
 * she may call when signed in is rejected until she unlocks.
 */
export const openWhileLocked: Readonly<Record<string, string>> = {
  'DELETE /api/auth/identities/:provider': 'takes a way into the account away, opens none',
  'DELETE /api/auth/sessions': 'ends sessions',
  'DELETE /api/auth/sessions/:sessionId': 'ends a session',
  'DELETE /api/notifications/subscriptions': 'ends push messages to this browser',
  'DELETE /api/privacy/:id/consents': 'consent to the privacy notice, no visit',
  'GET /api/auth/identities': 'names the ways to sign in, no visit',
  'GET /api/auth/sessions': 'names browsers, no visit',
  'GET /api/auth/two-step': 'names the passkeys that can open the lock',
  'GET /api/auth/user': 'the account, and that its visits are locked',
  'GET /api/first-reads': 'each of its reads is refused by itself',
  'GET /api/notifications/push-key': 'the public key of the server',
  'GET /api/privacy/:id/consents': 'consent to the privacy notice, no visit',
  'GET /api/privacy/:id/consents/:consentId': 'the words of the privacy notice',
  'GET /api/users/:id': 'her own contact details, no visit',
  'PATCH /api/users/:id': 'her own contact details; e-mail and phone need a proof of identity',
  'POST /api/auth/confirmations': 'sends a code to a contact of the account',
  'POST /api/auth/keep-alive': 'keeps the session, shows nothing',
  'POST /api/auth/new-secret': 'replaces a password that was handed over, nothing else',
  'POST /api/auth/two-step/proof': 'proves who she is, which opens the lock',
  'POST /api/auth/two-step/sign-in': 'the second step of signing in',
  'POST /api/privacy/:id/consents': 'consent to the privacy notice, no visit',
  'POST /api/privacy/:id/shut': 'shuts the lock',
  'POST /api/privacy/:id/unlock': 'opens the lock by the PIN',
  'POST /api/users/:id/change-password': 'needs the current password',
  'PUT /api/users/:id/password': 'needs the current password',
};
