import { join } from 'node:path';
import { root } from './processes.mjs';

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

interface Layer {
  readonly name: string;
  /** What belongs to it is what these bring along, … */
  readonly of: readonly string[];
  /** … if so many of the pieces that are fetched by themselves need it: two unless said. */
  readonly shared?: number;
  /** What belongs to it besides. */
  readonly also?: RegExp;
  /** What does not, though these bring it by a door that opens on everything. */
  readonly not?: RegExp;
}

/** What stands in the frame of a staff page, or calls from it, and also in pages that bring much more. */
const shellPieces = new RegExp(
  [
    String.raw`web/ui/(?:frame/|[\w-]+\.tsx$)`,
    String.raw`-(?:input|search)\.tsx$`,
    String.raw`\?endpoints$`,
    'overlay/form-dialog|logs/alarms|shell/shared-place|people/search|/wouter/',
    String.raw`form/copy-box\.tsx$|api/try-again\.ts$`,
  ].join('|'),
);

/** The boxes of a visitor's last step, and small things of what comes after the first one. */
const afterTheFirstStep = new RegExp(
  [
    String.raw`form/(?:field|text-input|person-inputs|control-look|field-control)\.tsx?$`,
    String.raw`(?:use-now|page-dir|day-format|doctor-times)\.ts$`,
    String.raw`icons/(?:bell-ring|chevron-left|send)\.mjs$`,
  ].join('|'),
);

const formAlone = new RegExp(
  [
    '/react-hook-form/',
    String.raw`(?:sign-in/form-fields|form/password-input)\.tsx$`,
    String.raw`accounts/(?:own-details-tab|profile-form|contact-confirmation|reach-settings)\.tsx$`,
    String.raw`own/own-details\.ts$`,
  ].join('|'),
);

/** What reads lists page by page: of the staff, and of her visits. */
const lists = /infiniteQueryObserver|useInfiniteQuery/;

/**
 * Small things that the header has, and pages that wait for none; and where a patient's pages call: a line
 * each, and no reason to fetch what else calls there.
 */
const everywhere = new RegExp(
  [
    String.raw`contract/(?:accounts|users|notifications|appointments|schedules)\.ts\?endpoints$`,
    String.raw`(?:frame/use-hydrated|ui/store|people/roles|islands/define)\.ts$`,
    String.raw`drawings/icon\.ts|icons/(?:user-round|chevron-right)\.mjs$`,
  ].join('|'),
);

/**
 * What a browser fetches as one file. Without this every module that two islands share becomes a file of its
 * own, 70 of them for a page. The first layer that a module belongs to has it; what one island brings stays
 * in its own file.
 */
const layers: readonly Layer[] = [
  // What brings any island to life, and what nearly every one is made of.
  {
    name: 'base',
    of: [
      'web/islands/wake.ts',
      'web/api/session.ts',
      'web/api/changes.ts',
      'web/api/drafts.ts',
      'web/ui/button-link.tsx',
      'web/ui/button.tsx',
      'web/ui/skeleton.tsx',
      'web/islands/auth-dialog.ts',
    ],
    shared: 1,
    also: everywhere,
    not: lists,
  },
  // The header of public pages, the first time somebody touches it, or at once for who is signed in.
  { name: 'header', of: ['web/shell/header.island.tsx'], shared: 1, not: lists },
  // What the booking shares with other pages as it opens.
  {
    name: 'visits',
    of: ['web/features/appointments/booking/booking.island.tsx'],
    not: lists,
    also: afterTheFirstStep,
  },
  // How a calendar marks days: the staff's shows it without that of the booking.
  { name: 'marks', of: [], also: /appointments\/day-marks\.tsx$|time\/calendar-mark\.tsx$/ },
  // What comes of it once a branch is chosen.
  {
    name: 'days',
    of: [
      'web/features/appointments/booking/booking-calendar.tsx',
      'web/features/appointments/booking/booking-times.tsx',
      'web/features/appointments/booking/booking-who.tsx',
    ],
    not: lists,
  },
  // What a patient's own page has besides.
  {
    name: 'own',
    of: [
      'web/pages/account/visits-tab.tsx',
      'web/pages/account/profile.island.tsx',
      'web/features/accounts/sign-in/arrival-notices.ts',
      'web/ui/form/select.tsx',
    ],
    // The marks of her forms, and what contracts are made of: nobody waits for lists for their sake.
    also: /icons\/(?:eye|eye-off|fingerprint|key-round|badge-check|circle-dashed)[\w-]*\.mjs$|(?:visit-stage|say-failed)\.ts$/,
  },
  // What opens over a page once it is asked for.
  {
    name: 'overlays',
    of: [
      'web/shell/account-menu.tsx',
      'web/features/notifications/notification-panel.tsx',
      'web/features/appointments/mine/my-cancel-dialog.tsx',
    ],
  },
  // Boxes and marks of lists, which forms and calendars have as well: a list waits for neither of those.
  {
    name: 'fields',
    of: ['web/ui/form/textarea.tsx', 'web/ui/badge.tsx'],
    also: /form\/segmented\.tsx$|lucide-react/,
  },
  // What holds a form, and that of her own details; what it is checked by comes as somebody comes to it.
  { name: 'form', of: [], also: formAlone },
  {
    name: 'forms',
    of: [
      'web/islands/toast-host.tsx',
      'web/features/contact-messages/contact.island.tsx',
      'web/features/accounts/sign-in/auth-dialog.island.tsx',
      'web/features/appointments/visitor-checks.ts',
      'web/api/forms.ts',
    ],
  },
  // The password of an account, which staff have in their place as well.
  {
    name: 'own-password',
    of: [],
    also: /accounts\/(?:own-password-tab|password-form|devices|identities)\.tsx$|device-name\.ts$/,
  },
  { name: 'moving', of: ['web/features/appointments/moving/my-move-dialog.tsx'] },
  // The frame of every staff page; its lists and forms come after it.
  {
    name: 'shell',
    of: ['web/shell/admin-shell.tsx', 'web/shell/doctor-shell.tsx'],
    also: shellPieces,
  },
  // What accounts of the staff are checked by, which lists have no use for.
  {
    name: 'staff-forms',
    of: [],
    shared: 1,
    also: /features\/staff\/staff-forms\.ts$|contract\/staff\.ts$/,
  },
  {
    name: 'staff',
    of: [
      'web/pages/admin/logs.island.tsx',
      'web/pages/admin/staff.island.tsx',
      'web/pages/admin/inbox.island.tsx',
    ],
  },
  {
    name: 'desk',
    of: ['web/pages/admin/admin-dashboard.island.tsx', 'web/pages/doctor/doctor-dashboard.island.tsx'],
  },
  // A new visit as its time is chosen: in the calendar where it stands, elsewhere in a dialog.
  {
    name: 'new-visit',
    of: ['web/features/appointments/new/use-new-appointment.ts'],
    also: /appointments\/new\/(?:time-question\.tsx|home-branch\.ts)$/,
  },
  // The calendar, a page of its own and a tab of the doctor's dashboard.
  {
    name: 'calendar',
    of: ['web/features/appointments/calendar/calendar-view.tsx'],
    shared: 1,
    also: /pages\/clinic\/calendar\.island\.tsx$/,
  },
  // What opens on the desk of the staff, or stands behind another tab.
  {
    name: 'desk-more',
    of: [
      'web/features/appointments/moving/staff-move-dialog.tsx',
      'web/features/appointments/new/new-appointment-dialog.tsx',
      'web/features/appointments/series/follow-up-dialog.tsx',
      'web/features/appointments/visit/change-list.tsx',
      'web/features/appointments/doctors/doctor-dialog.tsx',
      'web/features/appointments/visit/patient-visits.tsx',
      'web/features/patients/new-patient-dialog.tsx',
      'web/features/patients/patient-file-dialog.tsx',
      'web/features/patients/patient-picker.tsx',
      'web/features/appointments/visit/admin-delete-dialog.tsx',
      'web/features/patients/edit-patient-dialog.tsx',
      'web/features/locations/admin-locations-panel.tsx',
      'web/features/locations/locations-panel.tsx',
      'web/features/schedules/admin-schedule-dialog.tsx',
      'web/features/staff/admin-profile.tsx',
      'web/features/users/own-details-form.tsx',
      'web/features/users/own-password-form.tsx',
    ],
  },
  // The list of patients, and which of them may be one.
  {
    name: 'people',
    of: [],
    shared: 1,
    also: /(?:patients\/(?:admin-patients-panel|merging\/file-doubles)|pages\/admin\/patients\.island)\.tsx$|islands\/merge-dialog\.ts$/,
  },
];

/** Who reads an area's words: everybody, who has an account, or staff. */
const readers = [
  ['', /^(common|errors|booking)/],
  ['-account', /^(account|offer|privacy)/],
  ['-staff', /^(admin|logs|staff|doctor|desk|plans|waiting)/],
] as const;

/** The words of a language, by who reads them; what only one page or dialog speaks is a file of its own. */
function wordsOf(id: string): string | null {
  const [, lang, area = ''] = id.match(/shared\/messages\/(en|ar)\/([\w-]+)\.ts$/) ?? [];
  if (!lang) return null;
  const [kind = `-${area.split('-')[0]}`] = readers.find(([, areas]) => areas.test(area)) ?? [];
  return `words-${lang}${kind}`;
}

/** All that modules bring along by static imports, themselves included. */
function broughtBy(graph: Graph, from: readonly string[]): Set<string> {
  const gone = from.find((path) => !graph.getModuleInfo(join(root, path)));
  if (gone) throw new Error(`tools/set-up/chunks.ts names ${gone}, which no page needs`);
  const found = new Set<string>();
  const enter = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) enter(imported);
  };
  for (const path of from) enter(join(root, path));
  return found;
}

/** The groups of the browser's build, for `output.codeSplitting`. */
export function chunkGroups() {
  return [
    // The page's one script. The bundler writes its own runtime apart, whatever group names it.
    {
      name: 'start',
      test: /web\/entry-client\.ts$|web\/islands\/address-news\.ts$|vite\/preload-helper/,
      priority: layers.length + 1,
    },
    { name: wordsOf, test: /shared\/messages\/(en|ar)\// },
    ...layers.map(({ name, of, shared = 2, also, not }, index) => {
      let modules: Set<string> | undefined;
      return {
        minShareCount: shared,
        // The first one has the highest: a module belongs to the first layer that names it.
        priority: layers.length - index,
        name(id: string, graph: Graph): string | null {
          modules ??= broughtBy(graph, of);
          if (not?.test(id)) return null;
          if (also?.test(id)) return name;
          return modules.has(id) && (shared === 1 || !id.endsWith('.island.tsx')) ? name : null;
        },
      };
    }),
  ];
}
