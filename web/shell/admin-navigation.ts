import {
  Cable,
  CalendarClock,
  CalendarDays,
  ChartColumn,
  History,
  House,
  Kanban,
  type LucideIcon,
  MapPin,
  MessageSquare,
  PanelsTopLeft,
  ScrollText,
  Settings,
  Stethoscope,
  Upload,
  UsersRound,
} from 'lucide-react';
import { type MessageKey, t } from '#web/i18n.ts';
import type { NavItem } from '#web/ui/frame/sidebar.tsx';

interface AdminNavPlace {
  readonly href: string;
  readonly label: MessageKey;
  readonly icon: LucideIcon;
  readonly isManaged?: boolean;
}

/** Admin pages in the order of the sidebar: the daily ones, then the group "Manage". */
const adminNavPlaces = [
  { href: '/admin/dashboard', label: 'admin.nav.dashboard', icon: House },
  { href: '/clinic/day', label: 'common.nav.day', icon: Kanban },
  { href: '/clinic/calendar', label: 'common.nav.calendar', icon: CalendarClock },
  { href: '/admin/dashboard?tab=appointments', label: 'admin.nav.appointments', icon: CalendarDays },
  { href: '/admin/patients', label: 'admin.nav.patients', icon: UsersRound },
  { href: '/admin/messages', label: 'admin.nav.messages', icon: MessageSquare },
  { href: '/admin/dashboard?tab=locations', label: 'admin.nav.locations', icon: MapPin },
  { href: '/admin/homepage-editor', label: 'admin.nav.editHomepage', icon: PanelsTopLeft },
  { href: '/admin/staff', label: 'admin.nav.staff', icon: Stethoscope },
  { href: '/clinic/disruptions', label: 'common.nav.changes', icon: History, isManaged: true },
  { href: '/admin/insights', label: 'admin.nav.insights', icon: ChartColumn, isManaged: true },
  { href: '/admin/settings', label: 'admin.nav.settings', icon: Settings, isManaged: true },
  { href: '/admin/import', label: 'admin.nav.import', icon: Upload, isManaged: true },
  { href: '/admin/connections', label: 'admin.nav.connections', icon: Cable, isManaged: true },
  { href: '/admin/logs', label: 'admin.nav.logs', icon: ScrollText, isManaged: true },
] as const satisfies readonly AdminNavPlace[];

/** URLs for which an admin's navigation has a current item, and the admin's own account. */
export type AdminNavHref = (typeof adminNavPlaces)[number]['href'] | '/clinic/profile';

/** The admin's navigation in the current language. */
export const adminNavigation = (): NavItem[] =>
  adminNavPlaces.map(({ label, ...place }: AdminNavPlace) => ({ ...place, label: t(label) }));

const bottomBarHrefs: readonly AdminNavHref[] = [
  '/admin/dashboard?tab=appointments',
  '/admin/patients',
  '/admin/logs',
  '/admin/settings',
];

/** The four items of the bottom bar on a phone. */
export const buildAdminBottomNav = (): NavItem[] =>
  bottomBarHrefs.flatMap((href) => adminNavigation().filter((item) => item.href === href));
