import { join } from 'node:path';
import { root } from '../set-up/processes.mjs';
import { wordsOf } from './words-of.ts';

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

interface Layer {
  readonly name: string;
  /** What belongs to it is what these bring along, … */
  readonly of: readonly string[];
  /** … and what the first of these bring along that the second do too, … */
  readonly both?: readonly [readonly string[], readonly string[]];
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
    String.raw`\?endpoints(?:-of-staff)?$`,
    'overlay/form-dialog|logs/alarms|shell/shared-place|people/search|/wouter/',
    String.raw`form/copy-box\.tsx$|api/try-again\.ts$`,
  ].join('|'),
);

/** The boxes of a visitor's last step, and small things of what comes after the first one. */
const afterTheFirstStep = new RegExp(
  [
    String.raw`(?:use-now|page-dir|day-format|doctor-times)\.ts$`,
    String.raw`icons/(?:chevron-left|send)\.mjs$`,
    // How a calendar marks days: the staff's shows it without that of the booking.
    String.raw`appointments/day-marks\.tsx$|time/calendar-mark\.tsx$`,
  ].join('|'),
);

const ownDetails = new RegExp(
  [
    String.raw`accounts/(?:own-details-tab|profile-form|contact-confirmation|reach-settings)\.tsx$`,
    String.raw`(?:own/own-details|accounts/own-account-refusal)\.ts$|form/(?:ringing-hours|switch)\.tsx$`,
  ].join('|'),
);

const formAlone = /\/react-hook-form\//;

/** What reads lists page by page: of the staff, and of her visits. */
const lists = /infiniteQueryObserver|useInfiniteQuery/;

/**
 * Small things that the header has, and pages that wait for none; and where a patient's pages call: a line
 * each, and no reason to fetch what else calls there.
 */
const everywhere = new RegExp(
  [
    String.raw`contract/(?:accounts|users|notifications|appointments|schedules|desk/no-shows)\.ts\?endpoints$`,
    String.raw`(?:frame/use-hydrated|ui/store|people/roles|islands/define|mine/my-visits)\.ts$`,
    String.raw`drawings/icon\.ts|frame/root-mark\.tsx|people/doctor-name\.ts$`,
    String.raw`icons/(?:user-round|chevron-right|check|map-pin|stethoscope|bell-ring)\.mjs$`,
    String.raw`form/(?:field|text-input|person-inputs|control-look|field-control)\.tsx?$`,
  ].join('|'),
);

/** The marks of her forms; and small things of her visits that dialogs and the staff's frame have as well. */
const ownMarks = new RegExp(
  [
    String.raw`icons/(?:eye|eye-off|fingerprint|key-round|badge-check|circle-dashed)[\w-]*\.mjs$`,
    String.raw`(?:say-failed|mine/change-own|sign-in/denied-notice|visits/visit-stage)\.ts$`,
    String.raw`contract/offers\.ts\?endpoints$`,
  ].join('|'),
);

const bookingOpens = ['web/features/appointments/booking/booking.island.tsx'];
const ownPageOpens = ['web/pages/account/profile.island.tsx', 'web/features/accounts/own-details-tab.tsx'];

const staffOpens = [
  'web/pages/admin/admin-dashboard.island.tsx',
  'web/pages/doctor/doctor-dashboard.island.tsx',
  'web/pages/clinic/day.island.tsx',
  'web/pages/clinic/calendar.island.tsx',
  'web/pages/admin/logs.island.tsx',
  'web/pages/admin/patients.island.tsx',
];

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
    both: [bookingOpens, ownPageOpens],
    shared: 1,
    also: everywhere,
    not: lists,
  },
  // The header of public pages, the first time somebody touches it, or at once for who is signed in.
  { name: 'header', of: ['web/shell/header.island.tsx'], shared: 1, not: lists },
  // What the booking shares with other pages as it opens.
  {
    name: 'visits',
    of: bookingOpens,
    not: lists,
    also: afterTheFirstStep,
  },
  // What a patient's own page opens with, and what of her visits the staff's pages have as well.
  {
    name: 'account',
    of: ownPageOpens,
    both: [['web/pages/account/visits-tab.tsx'], staffOpens],
    not: new RegExp([lists, formAlone, ownDetails].map(({ source }) => source).join('|')),
    also: ownMarks,
  },
  // Her details, whoever's account it is; what they are checked by comes as somebody comes to them.
  { name: 'own-details', of: [], also: ownDetails },
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
  // Her visits, and what other pages have of them.
  { name: 'own', of: ['web/pages/account/visits-tab.tsx', 'web/ui/form/select.tsx'], shared: 1 },
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
  // What holds a form.
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
  // A new visit as its time is chosen is of the calendar where it stands, elsewhere of a dialog.
  {
    name: 'desk',
    of: [
      'web/pages/admin/admin-dashboard.island.tsx',
      'web/pages/doctor/doctor-dashboard.island.tsx',
      'web/features/appointments/new/use-new-appointment.ts',
    ],
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

/** All that modules bring along by static imports, themselves included. */
function broughtBy(graph: Graph, from: readonly string[]): Set<string> {
  const gone = from.find((path) => !graph.getModuleInfo(join(root, path)));
  if (gone) throw new Error(`tools/bundle/chunks.ts names ${gone}, which no page needs`);
  const found = new Set<string>();
  const enter = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) enter(imported);
  };
  for (const path of from) enter(join(root, path));
  return found;
}

function broughtByBoth(graph: Graph, [some = [], others = []]: Layer['both'] | [] = []): string[] {
  const besides = broughtBy(graph, others);
  return [...broughtBy(graph, some)].filter((id) => besides.has(id));
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
    { name: wordsOf, test: /(?:shared\/messages\/|islands\/words-)(?:en|ar)\b/ },
    ...layers.map(({ name, of, both, shared = 2, also, not }, index) => {
      let modules: Set<string> | undefined;
      return {
        minShareCount: shared,
        // The first one has the highest: a module belongs to the first layer that names it.
        priority: layers.length - index,
        name(id: string, graph: Graph): string | null {
          modules ??= new Set([...broughtBy(graph, of), ...broughtByBoth(graph, both)]);
          if (not?.test(id)) return null;
          if (also?.test(id)) return name;
          return modules.has(id) && (shared === 1 || !id.endsWith('.island.tsx')) ? name : null;
        },
      };
    }),
  ];
}
