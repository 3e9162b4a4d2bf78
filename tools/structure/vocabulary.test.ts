import { describe, expect, test } from 'vitest';
import { plant, proves, says } from './planted.ts';
import { crowding, length, vocabulary } from './vocabulary.ts';

describe('vocabulary', () => {
  test('a folder knows its files', () => {
    const bad = [
      'server/features/locations/service.ts',
      'server/features/locations/sub/service.ts',
      'server/features/locations/sub/deeper/queries.ts',
      'web/pages/landing-page.tsx',
    ];
    const more = [
      'shared/messages/en/greetings.ts',
      'shared/messages/fr/common.ts',
      'server/repositories/users.ts',
      'e2e/booking.ts',
      'server/db/migrations/first.sql',
    ];
    const good = [
      'server/features/locations/queries.ts',
      'server/features/locations/rooms/queries.ts',
      'server/features/locations/locations.test.ts',
      'web/features/locations/location.island.tsx',
      'web/pages/public/landing-page.tsx',
      'e2e/patient-books.spec.ts',
    ];
    const parted = [
      'server/features/accounts/password-actions.ts',
      'shared/messages/ar/account-profile.ts',
      'server/db/migrations/0001-clinic.sql',
      'docs/decisions/003-checks.md',
    ];
    const none = (paths: string[]) => Object.fromEntries(paths.map((path) => [path, '']));
    proves(vocabulary, none([...bad, ...more]), none([...good, ...parted]));
  });

  test('kebab-case, and no name that says nothing', () => {
    const bad = [
      'web/ui/Button.tsx',
      'web/ui/date_field.tsx',
      'shared/domain/utils.ts',
      'server/engine/http/helpers.ts',
      'web/ui/index.ts',
      'shared/domain/types.ts',
    ];
    for (const path of bad) expect(says(vocabulary, { [path]: '' }), path).not.toEqual([]);
  });

  test('files are short', () => {
    const lines = (count: number) => 'x\n'.repeat(count);
    proves(
      length,
      {
        'server/app.ts': lines(301),
        'server/db/a.test.ts': lines(401),
        'docs/decisions/001-a.md': lines(46),
        'web/styles/base.css': lines(301),
      },
      {
        'server/app.ts': lines(300),
        'server/db/a.test.ts': lines(400),
        'docs/decisions/001-a.md': lines(45),
        'server/db/migrations/0001-a.sql': lines(900),
      },
    );
  });

  test('folders are short', () => {
    const files = (count: number, name: (n: number) => string) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), '']));
    const specs = (count: number) => files(count, (n) => `e2e/journey-${n}.spec.ts`);
    expect(crowding(plant(specs(26)))).toEqual([
      { rule: 'crowding', path: 'e2e', says: 'holds 26 files, at most 25 are good' },
    ]);
    expect(
      says(
        crowding,
        files(26, (n) => `tools/set-up/piece-${n}.mjs`),
      ),
    ).toHaveLength(1);
    const rooms = files(25, (n) => `e2e/staff/journey-${n}.spec.ts`);
    expect(says(crowding, { ...specs(25), ...rooms })).toEqual([]);
    expect(
      says(
        crowding,
        files(90, (n) => `server/db/migrations/${n}.sql`),
      ),
    ).toEqual([]);
  });
});
