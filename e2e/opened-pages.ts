import { site } from '../shared/site.ts';

type Who = 'nobody' | 'patient' | 'reception' | 'doctor' | 'admin';

/** Paths that redirect to another page. */
const otherNames = new Set(['/doctor', '/admin', '/clinic']);
const plain = site.filter(({ path }) => !path.includes(':') && !otherNames.has(path));

/** The user who opens a page in the tests that visit every page. */
function openerOf({ path, guard }: (typeof site)[number]): Who {
  if (guard === 'anyone') return 'nobody';
  if (guard === 'signed-in') return 'patient';
  if (path.startsWith('/doctor/')) return 'doctor';
  return path.startsWith('/admin/') ? 'admin' : 'reception';
}

const doctorPage = '/doctors/2';
/** Of these pages, the ones with an address in each language. */
export const twoLanguages: readonly string[] = [
  ...plain.flatMap(({ path, languages }) => (languages ? [path] : [])),
  doctorPage,
];

/** Pages with a token or a tab, and one that does not exist. */
const more: Record<Who, readonly string[]> = {
  nobody: [
    doctorPage,
    '/no-such-page',
    ...['/reset-password', '/confirm-contact', '/sign-in'].map(
      (path) => `${path}?token=a-link-that-nobody-sent`,
    ),
  ],
  patient: [
    'appointments',
    'password',
    'more',
    'family',
    'reach',
    'calendar',
    'privacy',
    'devices',
    'data',
  ].map((tab) => `/profile?tab=${tab}`),
  reception: ['/clinic/calendar?view=week'],
  doctor: ['calendar', 'locations', 'profile'].map((tab) => `/doctor/dashboard?tab=${tab}`),
  admin: ['patients', 'locations', 'profile'].map((tab) => `/admin/dashboard?tab=${tab}`),
};

/** Pages that need a token, which `more` gives them. */
const withToken = new Set(more.nobody.map((path) => path.replace(/\?.*/, '')));

/** All pages of the site map by user; dialogs are checked by the tests of their pages. */
export const openedPages: Readonly<Record<Who, readonly string[]>> = Object.fromEntries(
  (Object.keys(more) as Who[]).map((who) => [
    who,
    [
      ...plain.filter((page) => openerOf(page) === who && !withToken.has(page.path)).map(({ path }) => path),
      ...more[who],
    ],
  ]),
) as unknown as Record<Who, readonly string[]>;
