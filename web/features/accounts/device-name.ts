import { type MessageKey, t } from '#web/i18n.ts';

const browsers: readonly [RegExp, MessageKey][] = [
  [/\bEdg(?:A|iOS)?\//, 'account.device.edge'],
  [/\b(?:OPR|Opera)\//, 'account.device.opera'],
  [/\bSamsungBrowser\//, 'account.device.samsunginternet'],
  [/\b(?:Firefox|FxiOS)\//, 'account.device.firefox'],
  [/\b(?:Chrome|CriOS)\//, 'account.device.chrome'],
  [/\bSafari\//, 'account.device.safari'],
];
const systems: readonly [RegExp, MessageKey][] = [
  [/\bAndroid\b/, 'account.device.android'],
  [/\biPad\b/, 'account.device.ipad'],
  [/\biPhone\b/, 'account.device.iphone'],
  [/\bWindows\b/, 'account.device.windows'],
  [/\bMac OS X\b/, 'account.device.macos'],
  [/\bCrOS\b/, 'account.device.chromeos'],
  [/\bLinux\b/, 'account.device.linux'],
];

function matchAgentName(names: readonly [RegExp, MessageKey][], text: string): string | undefined {
  const word = names.find(([pattern]) => pattern.test(text))?.[1];
  return word && t(word);
}

export const isPhoneAgent = (userAgent: string): boolean => /\b(?:Android|iPhone|iPad)\b/.test(userAgent);

/** "Chrome on Android", derived from the user agent, in the script of the language. */
export function formatDeviceName(userAgent: string): string {
  const browser = matchAgentName(browsers, userAgent);
  const system = matchAgentName(systems, userAgent);
  return browser && system
    ? t('account.sessions.device', { browser, system })
    : (browser ?? system ?? t('account.sessions.unknownDevice'));
}
