import { beforeAll, describe, expect, it } from 'vitest';
import { enAccountProfile } from '#shared/messages/en/account-profile.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { formatDeviceName, isPhoneAgent } from './device-name.ts';

const android = 'Mozilla/5.0 (Linux; Android 15; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko)';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';

describe('the name of a device', () => {
  beforeAll(() => setMessageLanguage('en', enAccountProfile));
  it.each([
    [`${android} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [`${android} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`, 'Samsung Internet on Android'],
    [`${iphone} Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
    [`${iphone} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
    [`${windows} AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
    [`${windows.slice(0, -1)}; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Windows'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
      'Safari on macOS',
    ],
    ['curl/8.5.0', 'Unknown device'],
    ['', 'Unknown device'],
  ])('%s', (userAgent, name) => {
    expect(formatDeviceName(userAgent)).toBe(name);
  });
  it('distinguishes a phone from a computer', () => {
    expect(isPhoneAgent(android)).toBe(true);
    expect(isPhoneAgent(windows)).toBe(false);
  });
});
