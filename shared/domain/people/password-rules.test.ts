import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEasyPin, minStaffPassword, randomPassword } from './password-rules.ts';

describe('a new password', () => {
  it('has three groups of four unmistakable characters from the given source', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
        const password = randomPassword((below) => (numbers.next().value ?? 0) % below);
        expect(password).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){2}$/);
        expect(password.length).toBeGreaterThanOrEqual(minStaffPassword);
      }),
    );
    let n = 0;
    expect(randomPassword(() => n++)).toBe('abcd-efgh-jkmn');
    expect(randomPassword((below) => below - 1)).toBe('9999-9999-9999');
  });
});

it('one repeated digit and consecutive digits are easy PINs, others are not', () => {
  expect(['0000', '1234', '98765', '44444444'].filter(isEasyPin)).toHaveLength(4);
  expect(['1357', '2468', '1243', '0909', '1235'].filter(isEasyPin)).toEqual([]);
});
