import type { Config } from '#server/config.ts';

export type CodeChannel = 'sms' | 'whatsapp' | 'email';

/**
 * Channels of a code. Without any gateway it is stored as a text message, which only the log of this machine
 * shows.
 */
export function findCodeChannels(config: Config): { codes: readonly CodeChannel[]; kept: boolean } {
  const codes: CodeChannel[] = [];
  if (config.SMS_GATEWAY_URL) codes.push('sms');
  if (config.WHATSAPP_GATEWAY_URL) codes.push('whatsapp');
  if (config.SMTP_URL) codes.push('email');
  return codes.length === 0 && config.local ? { codes: ['sms'], kept: true } : { codes, kept: false };
}

/** Channel of a text to a phone: the preferred one if it is configured, else the other. */
export function choosePhoneChannel(config: Config, asked?: 'sms' | 'whatsapp'): 'sms' | 'whatsapp' {
  const { codes } = findCodeChannels(config);
  if (asked && codes.includes(asked)) return asked;
  return !codes.includes('sms') && codes.includes('whatsapp') ? 'whatsapp' : 'sms';
}

/** Address of a code: a phone (E.164) or an e-mail, with a channel that fits. */
export interface CodeTo {
  readonly address: string;
  readonly channel: CodeChannel;
}
