import * as z from 'zod/mini';
import { requestCodeBody, verifyCodeBody } from '#shared/contract/accounts.ts';
import { visitorVisitBody } from '#shared/contract/links.ts';
import { nameText } from '#shared/fields.ts';

/* Validation of a visitor's details by the contract, in a separate file, so that zod loads only when she
   types. */

const name = nameText(200);
const visitorSchema = z.pick(visitorVisitBody, { name: true, phone: true });

export const parseVisitorName = (typed: unknown) => name.safeParse(typed);
export const parseCodeRequest = (typed: unknown) => requestCodeBody.safeParse(typed);
export const parseEnteredCode = (typed: unknown) => verifyCodeBody.safeParse(typed);
export const parseVisitor = (typed: unknown) => visitorSchema.safeParse(typed);
