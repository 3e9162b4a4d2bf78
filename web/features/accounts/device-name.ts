import { t } from '#web/i18n.ts';

const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const found = (names: readonly [RegExp, string][], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

export const isPhone = (userAgent: string): boolean => /\b(?:Android|iPhone|iPad)\b/.test(userAgent);

/** "Chrome on Android", from what the browser said of itself. */
export function deviceName(userAgent: string): string {
  const browser = found(browsers, userAgent);
  const system = found(systems, userAgent);
  return browser && system
    ? t('account.sessions.device', { browser, system })
    : (browser ?? system ?? t('account.sessions.unknownDevice'));
}
