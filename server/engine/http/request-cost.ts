import type { FastifyInstance } from 'fastify';
import type { EndpointSpec } from '#shared/contract/endpoint.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';

/**
 * Limits of a body before it is parsed: bytes, values and depth. Access and rate are checked before the body
 * is read (see `mount`); `requestTimeout` of the server limits the time.
 */

const kilobyte = 1024;
/** Maximum size of a body that anyone may send, in bytes. */
export const publicBytes = 16 * kilobyte;
const signedInBytes = 64 * kilobyte;
/** Lists that staff save whole: hours, holidays, duties. */
const staffBytes = 256 * kilobyte;
/** A body may have one value per this number of bytes: 512 in the 16 kB of a visitor. */
const bytesPerValue = 32;
const maxDepth = 12;

/** Maximum size of this endpoint's body in bytes, unless it declares more. */
export function bodyLimitOf({ access }: Pick<EndpointSpec, 'access'>): number {
  if (access === 'public') return publicBytes;
  return access !== 'signed-in' && access.every(isStaff) ? staffBytes : signedInBytes;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Index of the quote that ends the string that begins before `from`. */
function endOfString(json: Uint8Array, from: number): number {
  for (let at = from; at < json.length; at++) {
    if (json[at] === backslash) at++;
    else if (json[at] === quote) return at;
  }
  return json.length;
}

/**
 * Counts the values and the depth of a JSON text without parsing it, and stops at the first one above the
 * limit.
 */
export function checkStructure(json: Uint8Array, maxValues: number): void {
  let values = 0;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte === quote) at = endOfString(json, at + 1);
    else if (opening.has(byte)) {
      depth++;
      values++;
    } else if (closing.has(byte)) depth--;
    else if (byte === comma) values++;
    if (depth > maxDepth) throw new Refusal('malformed');
    if (values > maxValues) throw new Refusal('too_large');
  }
}

/** Parses bodies of a type as JSON, after counting, within the limit of their route. */
export function parseAsJson(app: FastifyInstance, type: string): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(type, { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    checkStructure(bytes, (request.routeOptions.bodyLimit ?? publicBytes) / bytesPerValue);
    void parse(request, bytes.toString('utf8'), done);
  });
}

/** Bodies are JSON only. */
export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  parseAsJson(app, 'application/json');
}
