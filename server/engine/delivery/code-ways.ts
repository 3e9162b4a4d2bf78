import type { Config } from '#server/config.ts';

export type CodeChannel = 'sms' | 'whatsapp' | 'email';

/**
 * By which ways a code can go out. With none configured it is kept as a text message, which only this
 * machine's log shows.
 */
export function codeWays(config: Config): { codes: readonly CodeChannel[]; kept: boolean } {
  const codes: CodeChannel[] = [];
  if (config.SMS_GATEWAY_URL) codes.push('sms');
  if (config.WHATSAPP_GATEWAY_URL) codes.push('whatsapp');
  if (config.SMTP_URL) codes.push('email');
  return codes.length === 0 && config.local ? { codes: ['sms'], kept: true } : { codes, kept: false };
}

/** Where a code goes: a phone (E.164) or an e-mail, by a channel that fits. */
export interface CodeTo {
  readonly address: string;
  readonly channel: CodeChannel;
}
