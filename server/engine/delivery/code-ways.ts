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

/** How a text to a phone leaves: as she asked where the clinic has that way; else by the one it has. */
export function phoneChannel(config: Config, asked?: 'sms' | 'whatsapp'): 'sms' | 'whatsapp' {
  const { codes } = codeWays(config);
  if (asked && codes.includes(asked)) return asked;
  return !codes.includes('sms') && codes.includes('whatsapp') ? 'whatsapp' : 'sms';
}

/** Where a code goes: a phone (E.164) or an e-mail, by a channel that fits. */
export interface CodeTo {
  readonly address: string;
  readonly channel: CodeChannel;
}
