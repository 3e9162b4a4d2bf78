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

interface Place {
  readonly href: string;
  readonly label: MessageKey;
  readonly icon: LucideIcon;
}

/** Every place of an admin, in the order of the sidebar. */
const places = [
  { href: '/admin/dashboard', label: 'admin.nav.dashboard', icon: House },
  { href: '/clinic/day', label: 'common.nav.day', icon: Kanban },
  { href: '/clinic/calendar', label: 'common.nav.calendar', icon: CalendarClock },
  { href: '/admin/dashboard?tab=appointments', label: 'admin.nav.appointments', icon: CalendarDays },
  { href: '/clinic/disruptions', label: 'common.nav.changes', icon: History },
  { href: '/admin/patients', label: 'admin.nav.patients', icon: UsersRound },
  { href: '/admin/dashboard?tab=locations', label: 'admin.nav.locations', icon: MapPin },
  { href: '/admin/homepage-editor', label: 'admin.nav.editHomepage', icon: PanelsTopLeft },
  { href: '/admin/staff', label: 'admin.nav.staff', icon: Stethoscope },
  { href: '/admin/messages', label: 'admin.nav.messages', icon: MessageSquare },
  { href: '/admin/import', label: 'admin.nav.import', icon: Upload },
  { href: '/admin/connections', label: 'admin.nav.connections', icon: Cable },
  { href: '/admin/insights', label: 'admin.nav.insights', icon: ChartColumn },
  { href: '/admin/logs', label: 'admin.nav.logs', icon: ScrollText },
  { href: '/admin/settings', label: 'admin.nav.settings', icon: Settings },
] as const satisfies readonly Place[];

/** Where an admin can be: her places, and her own account. */
export type AdminPlace = (typeof places)[number]['href'] | '/clinic/profile';

/** The admin's navigation in the language being spoken. */
export const adminNavigation = (): NavItem[] =>
  places.map(({ href, label, icon }) => ({ href, label: t(label), icon }));

const underTheThumb: readonly AdminPlace[] = [
  '/admin/dashboard?tab=appointments',
  '/admin/patients',
  '/admin/logs',
  '/admin/settings',
];

/** The four places of the bar at the bottom of a phone. */
export const adminThumbNavigation = (): NavItem[] =>
  underTheThumb.flatMap((href) => adminNavigation().filter((item) => item.href === href));
