// Pictures of `node tools/go.mjs pictures`: every page and section, and which pictures are stored in
// docs/pictures.
const widths = [360, 768, 1440];
const langs = ['en', 'ar'];
const themes = ['light', 'dark'];

/** A branch, a service, a doctor, the second day with free times, a time. */
const bookingChoices = [
  '#book label:has(input[name=booking-location]) >> nth=2',
  '#book label:has(input[name=booking-service]) >> nth=1',
  '#book label:has(input[name=booking-doctor]) >> nth=3',
  '#book button[data-day] >> nth=1',
  '#book label:has(input[name=booking-time]:not([disabled])) >> nth=4',
];

/**
 * One row per picture. `path` is the English path if the page has two. `part`: section of the page to show.
 * `presses`: controls to press first. `waitsFor`: an element that must be present. `splash`: shows the splash
 * screen.
 */
export const scenes = [
  { name: 'splash', path: '/', splash: true, public: true },
  { name: 'home', path: '/', public: true, whole: true },
  { name: 'home-top', path: '/', public: true },
  ...['services', 'features', 'about', 'book', 'locations', 'contact'].map((part) => ({
    name: `home-${part}`,
    path: '/',
    public: true,
    part: `#${part}`,
  })),
  { name: 'sign-in', path: '/?dialog=login', public: true, waitsFor: '[role=dialog]' },
  { name: 'book', path: '/book', public: true, whole: true },
  { name: 'doctors', path: '/doctors', public: true },
  { name: 'doctor-page', path: '/doctors/2', public: true, whole: true },
  { name: 'privacy', path: '/privacy', public: true },
  { name: 'terms', path: '/terms', public: true },
  { name: 'accessibility', path: '/accessibility', public: true },
  { name: 'offline', path: '/offline', public: true },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'reset-password', path: '/reset-password?token=a-link-that-nobody-sent' },
  { name: 'link-dead', path: `/l/${'x'.repeat(43)}`, public: true },
  { name: 'profile', path: '/profile', who: 'patient' },
  { name: 'profile-appointments', path: '/profile?tab=appointments', who: 'patient' },
  { name: 'profile-password', path: '/profile#password', who: 'patient' },
  {
    name: 'booking-patient',
    path: '/book',
    public: true,
    who: 'patient',
    part: '#book',
    presses: bookingChoices,
  },
  { name: 'desk-day', path: '/clinic/day', who: 'reception' },
  { name: 'desk-calendar', path: '/clinic/calendar', who: 'reception' },
  { name: 'disruptions', path: '/clinic/disruptions', who: 'reception' },
  { name: 'desk-week', path: '/clinic/calendar?view=week', who: 'reception' },
  { name: 'desk-appointments', path: '/clinic/appointments', who: 'reception' },
  { name: 'patient-file', path: '/clinic/patients/13', who: 'doctor' },
  { name: 'desk-profile', path: '/clinic/profile', who: 'reception' },
  { name: 'doctor', path: '/doctor/dashboard', who: 'doctor' },
  { name: 'doctor-calendar', path: '/doctor/dashboard?tab=calendar', who: 'doctor' },
  { name: 'doctor-locations', path: '/doctor/dashboard?tab=locations', who: 'doctor' },
  { name: 'doctor-profile', path: '/doctor/dashboard?tab=profile', who: 'doctor' },
  { name: 'admin', path: '/admin/dashboard', who: 'admin' },
  { name: 'admin-patients-tab', path: '/admin/dashboard?tab=patients', who: 'admin' },
  { name: 'admin-locations', path: '/admin/dashboard?tab=locations', who: 'admin' },
  { name: 'admin-profile', path: '/admin/dashboard?tab=profile', who: 'admin' },
  ...[
    'patients',
    'staff',
    'homepage-editor',
    'messages',
    'import',
    'connections',
    'insights',
    'logs',
    'settings',
  ].map((page) => ({
    name: `admin-${page}`,
    path: `/admin/${page}`,
    who: 'admin',
  })),
];

/** Stored with the sources, as `<scene>-<lang>-<theme>-<width>`. */
export const chosen = [
  'home-top-en-light-1440',
  'home-top-ar-light-1440',
  'home-top-ar-dark-360',
  'booking-patient-en-light-1440',
  'booking-patient-ar-light-360',
  'profile-appointments-ar-light-1440',
  'doctor-en-light-1440',
  'doctor-ar-dark-360',
  'admin-en-light-1440',
  'admin-insights-ar-light-1440',
  'admin-homepage-editor-en-light-1440',
  'admin-logs-en-dark-1440',
];

/** All combinations of scene, language, theme and width. */
export function allPictures() {
  return langs.flatMap((lang) =>
    themes.flatMap((theme) =>
      widths.flatMap((width) =>
        scenes.map((scene) => ({
          file: `${scene.name}-${lang}-${theme}-${width}`,
          scene,
          lang,
          theme,
          width,
        })),
      ),
    ),
  );
}

/** Pictures whose name contains one of the words; with `--chosen` the stored ones; without words all. */
export function wanted(words) {
  const names = words.filter((word) => !word.startsWith('--'));
  return allPictures().filter(
    ({ file }) =>
      (!words.includes('--chosen') || chosen.includes(file)) &&
      (names.length === 0 || names.some((name) => file.includes(name))),
  );
}

/** URL of a scene in a language. */
export function addressOf({ path, public: isPublic }, lang) {
  if (lang === 'en' || !isPublic) return path;
  return path === '/' || path.startsWith('/?') ? `/ar${path.slice(1)}` : `/ar${path}`;
}
