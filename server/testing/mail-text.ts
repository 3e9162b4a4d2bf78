/** The plain text of an e-mail as the server received it. */
export function plainText(raw: string): string {
  const boundary = /boundary="?([^"\r\n;]+)/i.exec(raw)?.[1];
  const parts = boundary ? raw.split(`--${boundary}`) : [raw];
  const part = parts.find((candidate) => /content-type: text\/plain/i.test(candidate)) ?? raw;
  const [head = '', ...body] = part.split(/\r?\n\r?\n/);
  const text = body.join('\n\n');
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8');
  return /transfer-encoding: quoted-printable/i.test(head) ? fromQuotedPrintable(text) : text;
}

function fromQuotedPrintable(text: string): string {
  const joined = text.replace(/=\r?\n/g, '');
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
}

export const headerOf = (raw: string, name: string): string | undefined =>
  new RegExp(`^${name}: *(.+)$`, 'im').exec(raw)?.[1]?.trim();
