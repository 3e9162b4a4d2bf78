import * as z from 'zod/mini';
import { requestCodeBody, verifyCodeBody } from '#shared/contract/accounts.ts';
import { visitorVisitBody } from '#shared/contract/links.ts';
import { nameText } from '#shared/fields.ts';

/* Validation of a visitor's details by the contract, in a separate file, so that zod loads only when she
   types. */

const name = nameText(200);
const whoBooks = z.pick(visitorVisitBody, { name: true, phone: true });

export const checkName = (typed: unknown) => name.safeParse(typed);
export const checkAddress = (typed: unknown) => requestCodeBody.safeParse(typed);
export const checkCode = (typed: unknown) => verifyCodeBody.safeParse(typed);
export const checkWhoBooks = (typed: unknown) => whoBooks.safeParse(typed);
