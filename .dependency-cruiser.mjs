/*
 * The layers of the server, from the lowest to the highest. A folder or file imports only what stands before it in
 * this list or in its own folder, so no two folders can import each other. What is not in the list (`app.ts`,
 * `clinic.ts`, `serve.ts`, `commands/`, `testing/`) puts the server together: it imports everything, and nothing below
 * imports it. docs/architecture.md describes the layers.
 */
const layers = [
  ['', 'config version db'],
  ['engine/', 'console-error files db backup secrets events live delivery http tasks identity pages'],
  ['', 'registries deps db/seed'],
  // The clinic and its people.
  ['features/', 'recipients sessions settings uploads families held-times users credentials homepage privacy'],
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
const order = layers.flatMap(([under, names]) => names.split(' ').map((name) => under + name));

const pathOf = (name) => `^server/${name}(/|\\.ts$)`;
/** `server/db` is the schema, the migrations and the lists of columns; its seeds stand above the engine. */
const own = (name) => (name === 'db' ? '^server/db/(?!seed/)' : pathOf(name));

const upward = order.map((name, at) => ({
  name: `${name}-imports-upward`,
  severity: 'error',
  from: { path: own(name) },
  to: { path: '^server/', pathNot: order.slice(0, at + 1).map(own) },
}));

export default {
  forbidden: [
    ...upward,
    {
      name: 'engine-imports-a-table-of-the-clinic',
      comment: 'The engine has tables of its own: sessions, tokens, throttles, the outbox and tasks.',
      severity: 'error',
      from: { path: '^server/engine/' },
      to: { path: '^server/db/schema/', pathNot: '/(accounts|messages|tasks)\\.ts$' },
    },
    {
      name: 'folder-without-layer',
      comment: 'Add the folder to `order`.',
      severity: 'error',
      from: { path: '^server/(engine|features)/', pathNot: order.map(own) },
      to: {},
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.ts$|^server/testing/' },
  },
};
