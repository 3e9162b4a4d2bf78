import { describe, expect, it } from 'vitest';
import { isCommonPassword, isDerivedFromPerson } from '#shared/domain/people/common-passwords.ts';
import { knownPasswords } from './known-passwords.ts';

const known = await knownPasswords();

describe('known passwords', () => {
  it('are 49,000, nearly all with six characters or more', () => {
    expect(known.size).toBeGreaterThan(49_000);
    expect([...known].filter((password) => password.length >= 6).length).toBeGreaterThan(42_000);
  });

  it.each([
    'password',
    'PASSWORD',
    'Password123',
    '123456',
    '000000',
    'ababab',
    '98765432',
    'qwertyuiop',
    'jklzxcv',
    'Ahmed123',
    'sara@2020',
    'zamalek1911',
    'Sunshine2024',
    ' welcome1 ',
  ])('%s is known', (password) => {
    expect(isCommonPassword(password, known)).toBe(true);
  });

  it.each([
    'demo-clinic',
    'kq7f-m2xa-9tuc',
    'correct horse battery',
    'sara@5173',
    'mohamed-salma-2019',
    'قطتي تحب السمك',
    '',
  ])('%s is not known', (password) => {
    expect(isCommonPassword(password, known)).toBe(false);
  });
});

describe('passwords derived from the person', () => {
  const her = {
    role: 'patient',
    username: 'mona.k',
    name: 'Mona Kamal',
    nameAr: 'منى كامل',
    email: 'mkamal88@mail.example',
    phone: '+201001234567',
  };

  it.each([
    'mona-kamal-1988',
    'Hakima2031!',
    'hakima-clinic',
    'Reception#77',
    'منى كامل',
    'عيادة حكيمة ٢٠٢٦',
    '01001234567',
    '1001234567',
    '234567',
  ])('%s is guessable', (password) => {
    expect(isDerivedFromPerson(password, her)).toBe(true);
  });

  it.each(['mona likes rain', 'demo-clinic', '730152', '12-34', 'patience', 'kq7f-m2xa-9tuc', '!?!?!?!?'])(
    '%s is not guessable',
    (password) => {
      expect(isDerivedFromPerson(password, her)).toBe(false);
    },
  );

  it('nothing is guessable without a name, address or number', () => {
    expect(isDerivedFromPerson('234567', {})).toBe(false);
    expect(isDerivedFromPerson('', {})).toBe(false);
  });
});
