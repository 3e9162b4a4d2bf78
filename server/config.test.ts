import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test.each([
  ['PORT', 'abc', 'must be a number from 0 to 65535'],
  ['PORT', '70000', 'must be a number from 0 to 65535'],
  ['PUBLIC_URL', 'clinic.example', 'must be an address such as https://clinic.example'],
  ['PUBLIC_URL', 'ftp://clinic.example', 'must be an address such as https://clinic.example'],
  ['SMTP_URL', 'mail.example', 'must read smtp://user:password@host:port, or smtps://'],
  ['SMTP_URL', 'https://mail.example', 'must read smtp://user:password@host:port, or smtps://'],
  ['DATABASE_NOTICES', 'yes', 'must be on or off'],
  ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, silent'],
  ['API_DOCS', 'perhaps', 'must be 1 or 0'],
])('%s=%s is refused with what it must be', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name}: ${sentence}`);
});
