/**
 * Removes personal data from browser reports before they are stored: query strings, addresses and numbers of
 * people, anything that looks like a code or token, and typed text.
 */
const named =
  /pass|secret|token|code|otp|note|value|text|content|body|query|search|mail|phone|name|user|address|cookie|auth|card/i;
const longestText = 300;
const maxDetails = 4000;
const maxDepth = 3;

/** The text before a secret token in an address; a test compares the list with the routes and pages. */
const tokenPaths = ['/l/', '/here/', '/screen/', '/calendars/', '/api/links/', '/api/screens/'];
const tokenInPath = new RegExp(`(${tokenPaths.join('|')})[\\w%~-]+`, 'gi');

/** Replaces the secret tokens of addresses, for example of a link in a message. */
export const maskTokens = (text: string): string => text.replace(tokenInPath, '$1:token');

const scrubRules: readonly [RegExp, string][] = [
  [/[?#][^\s"')\]]*/g, ''],
  [/[^\s@"'<>]+@[^\s@"'<>]+/g, '…@…'],
  [/[\w-]{24,}/g, '…'],
  [/\+?[\d\u0660-\u0669][\d\u0660-\u0669\s().-]{2,}[\d\u0660-\u0669]/g, '#'],
];

export function scrubText(text: string, max = longestText): string {
  return scrubRules
    .reduce((kept, [what, by]) => kept.replace(what, by), maskTokens(text.slice(0, 4 * max)))
    .slice(0, max);
}

/** Path of a page without its query, cleaned like any text. */
export const scrubPath = (path: string): string => scrubText(path.split(/[?#]/, 1)[0] ?? '');

function scrubValue(value: unknown, depth: number): unknown {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'string') return scrubText(value);
  if (typeof value !== 'object' || depth >= maxDepth) return undefined;
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => scrubValue(item, depth + 1) ?? null);
  const kept = Object.entries(value)
    .filter(([key]) => !named.test(key))
    .slice(0, 30)
    .map(([key, item]) => [scrubText(key, 60), scrubValue(item, depth + 1)] as const)
    .filter(([, item]) => item !== undefined);
  return Object.fromEntries(kept);
}

/** Details to store: an object of harmless values, or null. */
export function scrubDetails(details: unknown): Record<string, unknown> | null {
  if (details === null || details === undefined) return null;
  const kept = scrubValue(
    typeof details === 'object' && !Array.isArray(details) ? details : { detail: details },
    0,
  ) as Record<string, unknown>;
  if (Object.keys(kept).length === 0) return null;
  return JSON.stringify(kept).length > maxDetails ? { shortened: true } : kept;
}
