import * as z from 'zod/mini';
import { email, idParam, idParams, nothing, phoneText } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';
import { familySchema, relation } from '../patients.ts';

/* Consent of a patient to her guardian's access, by a code sent to the patient's own phone or e-mail. */

/** The patient's own contact: an e-mail or a mobile number. */
const contact = z.union([email, phoneText], 'validation.contact');
const otp = z.string().check(z.minLength(1, 'validation.required'), z.maxLength(12));

export const askToLookAfter = endpoint({
  method: 'POST',
  path: '/api/patients/:id/family/code',
  lock: 'visits',
  changes: [],
  access: 'signed-in',
  summary: 'A code to an adult who signs in herself; answered alike, whoever or nobody has this contact',
  params: idParams,
  body: z.object({ contact }),
  reply: nothing,
  status: 204,
  errors: ['too_many', 'contact_unproven', 'rate_limited', 'codes_spent'],
});
export const lookAfter = endpoint({
  method: 'POST',
  path: '/api/patients/:id/family/agreement',
  lock: 'visits',
  changes: ['users', 'appointments'],
  access: 'signed-in',
  summary: 'By that code this patient looks after her from now on: sees, books and moves her visits',
  params: idParams,
  body: z.object({ contact, relation, otp }),
  reply: familySchema,
  errors: ['too_many', 'contact_unproven', 'wrong_code', 'rate_limited'],
});
export const askToShare = endpoint({
  method: 'POST',
  path: '/api/patients/:id/guardian/code',
  lock: 'visits',
  changes: [],
  access: 'signed-in',
  summary: 'A code to the own contact of an adult who is looked after, asked by her guardian',
  params: idParams,
  reply: nothing,
  status: 204,
  errors: ['no_number_of_hers', 'contact_unproven', 'rate_limited', 'codes_spent'],
});
export const share = endpoint({
  method: 'POST',
  path: '/api/patients/:id/guardian/agreement',
  lock: 'visits',
  changes: ['users', 'appointments'],
  access: 'signed-in',
  summary: 'By that code her guardian sees more: her visits; where those are seen, what doctors share',
  params: idParams,
  body: z.object({ otp }),
  reply: nothing,
  status: 204,
  errors: ['no_number_of_hers', 'contact_unproven', 'wrong_code', 'rate_limited'],
});
export const refuseCare = endpoint({
  method: 'DELETE',
  path: '/api/patients/:id/family/asked/:askId',
  lock: 'visits',
  changes: ['users'],
  access: 'signed-in',
  summary: 'She does not agree: the code opens nothing any more, and that one asks no more for a while',
  params: z.object({ id: idParam, askId: idParam }),
  reply: nothing,
  status: 204,
  errors: ['not_found'],
});
