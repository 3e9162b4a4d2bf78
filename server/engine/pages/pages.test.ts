import { expect, test } from 'vitest';
import type { Role } from '#shared/domain/people/roles.ts';
import type { SitePage } from '#shared/page.ts';
import { redirectOf } from './pages.ts';

const viewer = (role: Role, mustChoosePassword = false) => ({ role, mustChoosePassword });
const page = (path: string, guard: SitePage['guard']): SitePage => ({ path, guard, languages: false });
const profile = page('/profile', 'signed-in');

test('a patient has her profile, the staff one of their own, by its tab', () => {
  expect(redirectOf(profile, viewer('patient'), '/profile')).toBeNull();
  for (const role of ['receptionist', 'doctor', 'admin'] as const)
    expect(redirectOf(profile, viewer(role), '/profile?tab=password')).toBe('/clinic/profile?tab=password');
  expect(redirectOf(profile, null, '/profile')).toBe('/');
});

test('a page that is not hers leads home, and says why', () => {
  const desk = page('/clinic/profile', ['receptionist', 'doctor', 'admin']);
  expect(redirectOf(desk, viewer('patient'), '/clinic/profile')).toBe('/?denied=1');
  expect(redirectOf(desk, viewer('receptionist', true), '/clinic/profile')).toBe('/?choose-password=1');
  const home = page('/', 'anyone');
  expect(redirectOf(home, viewer('receptionist'), '/?denied=1')).toBe('/clinic/day?denied=1');
});
