import { site } from '../shared/site.ts';

type PageUser = 'nobody' | 'patient' | 'reception' | 'doctor' | 'admin';

/** Paths that redirect to another page. */
const otherNames = new Set(['/doctor', '/admin', '/clinic']);
const plainPages = site.filter(({ path }) => !path.includes(':') && !otherNames.has(path));

/** The user who opens a page in the tests that visit every page. */
function findPageUser({ path, guard }: (typeof site)[number]): PageUser {
  if (guard === 'anyone') return 'nobody';
  if (guard === 'signed-in') return 'patient';
  if (path.startsWith('/doctor/')) return 'doctor';
  return path.startsWith('/admin/') ? 'admin' : 'reception';
}

const doctorPage = '/doctors/2';
/** Of these pages, the ones with an address in each language. */
export const bilingualPages: readonly string[] = [
  ...plainPages.flatMap(({ path, languages }) => (languages ? [path] : [])),
  doctorPage,
];

/** Pages with a token or a tab, and one that does not exist. */
const morePagesByUser: Record<PageUser, readonly string[]> = {
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
  reception: ['/clinic/calendar?view=week', '/clinic/patients/3'],
  doctor: ['calendar', 'locations', 'profile'].map((tab) => `/doctor/dashboard?tab=${tab}`),
  admin: ['patients', 'locations', 'profile'].map((tab) => `/admin/dashboard?tab=${tab}`),
};

/** Pages that need a token, which `more` gives them. */
const tokenPaths = new Set(morePagesByUser.nobody.map((path) => path.replace(/\?.*/, '')));

/** All pages of the site map by user; dialogs are checked by the tests of their pages. */
export const openedPages: Readonly<Record<PageUser, readonly string[]>> = Object.fromEntries(
  (Object.keys(morePagesByUser) as PageUser[]).map((who) => [
    who,
    [
      ...plainPages
        .filter((page) => findPageUser(page) === who && !tokenPaths.has(page.path))
        .map(({ path }) => path),
      ...morePagesByUser[who],
    ],
  ]),
) as unknown as Record<PageUser, readonly string[]>;
