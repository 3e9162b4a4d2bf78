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
  summary:
    'Sends a code to an adult with an account of her own, for her consent. The answer is the same whether or not the contact exists',
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
  summary: 'Confirms the code: the patient may then see, book and move the appointments of that person',
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
  summary: 'Sends a code to an adult in care, at her own contact, if her guardian asks to see more',
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
  summary:
    'Confirms the code: the guardian may then see the appointments or, if she sees these, the shared notes',
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
  summary:
    'Declines a request for consent: its code stops working, and that person cannot ask again for a while',
  params: z.object({ id: idParam, askId: idParam }),
  reply: nothing,
  status: 204,
  errors: ['not_found'],
});
