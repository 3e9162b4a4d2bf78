/*
 * The layers, from the lowest to the highest. A module imports only from earlier layers in this list or from
 * its own folder, so no two folders can import each other. Modules that assemble the server or the pages
 * (`app.ts`, `clinic.ts`, `commands/`, `router.tsx`, …) are not in the list: they import everything, and no
 * layer imports them. docs/architecture.md describes the layers.
 */
const server = [
  ['', 'config version db'],
  ['engine/', 'console-error files db backup secrets events live delivery http tasks identity pages'],
  ['', 'registries deps db/seed'],
  // The clinic and its people.
  [
    'features/',
    'recipients sessions settings uploads families held-times users credentials homepage privacy',
  ],
  ['features/', 'locations services doctors notifications contact-messages'],
  // Appointments.
  ['features/', 'appointments series no-shows calendars'],
  // The desk and its plans.
  ['features/', 'offers calls arrivals disruptions reminders notices'],
  // Accounts and records.
  ['features/', 'accounts two-step links screens notes patients merges imports'],
  // Reports, other systems, pages.
  [
    'features/',
    'webhooks logs schedules own-data api-keys fhir insights moving backups retention guide staff first-reads',
  ],
];
const shared = [['', 'domain fields errors contract messages page site cookies']];
const web = [['', 'ui api islands features shell pages']];

/** `server/db` means the schema, the migrations and the lists of columns; its seeds are above the engine. */
const patternOf = (path) => (path === 'server/db' ? '^server/db/(?!seed/)' : `^${path}(/|\\.tsx?$)`);

/** Rules of one side: what each layer must not import, and that every folder has a layer. */
function rulesOf(side, layers, folders) {
  const order = layers.flatMap(([under, names]) => names.split(' ').map((name) => `${side}/${under}${name}`));
  const patterns = order.map(patternOf);
  const upward = order.map((path, at) => ({
    name: `${path.replace(`${side}/`, '')}-imports-upward`,
    severity: 'error',
    from: { path: patterns[at] },
    to: { path: `^${side}/`, pathNot: [...patterns.slice(0, at + 1), '^web/(i18n\\.ts|styles/)'] },
  }));
  const unlisted = {
    name: 'folder-without-layer',
    comment: 'Add the folder to the list of layers.',
    severity: 'error',
    from: { path: folders, pathNot: patterns },
    to: {},
  };
  return [...upward, unlisted];
}

/** Folders that only staff pages show. */
const staffFolders = [
  'pages/(admin|clinic|doctor)',
  'features/(api-keys|backups|disruptions|guide|imports|insights|logs|moving|notices|retention|schedules)',
  'features/(screens|settings|staff|waiting|webhooks)',
  'features/appointments/(calendar|day|elsewhere|figures|file|list|notes|panel)',
  'features/arrivals/(closing|find)',
  'features/patients/(file|merging)',
];

export default {
  forbidden: [
    ...rulesOf('server', server, '^server/(engine|features)/'),
    ...rulesOf('shared', shared, '^shared/[^/]+/'),
    ...rulesOf('web', web, '^web/(ui|api|islands|features|shell|pages)/'),
    {
      name: 'engine-imports-a-table-of-the-clinic',
      comment: 'The engine has tables of its own: sessions, tokens, throttles, the outbox and tasks.',
      severity: 'error',
      from: { path: '^server/engine/' },
      to: { path: '^server/db/schema/', pathNot: '/(accounts|messages|tasks)\\.ts$' },
    },
    {
      name: 'feature-of-the-web-imports-another',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      // Several features show the patient search.
      to: {
        path: '^web/features/',
        pathNot: ['^web/features/$1/', '^web/features/patients/patient-search\\.tsx$'],
      },
    },
    {
      name: 'public-page-shows-a-staff-folder',
      comment: 'The styles of public and account pages (`styles/inlined.css`) leave these folders out.',
      severity: 'error',
      from: { path: '^web/pages/(public|account)/' },
      to: { path: `^web/(${staffFolders.join('|')})/`, reachable: true },
    },
    {
      name: 'components-know-no-endpoint',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '^shared/contract/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.tsx?$|^server/testing/' },
  },
};
