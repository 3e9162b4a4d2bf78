import { CalendarClock, CalendarDays, History, Kanban, MessageSquare, UsersRound } from 'lucide-react';
import { t } from '#web/i18n.ts';
import type { NavItem } from '#web/ui/frame/sidebar.tsx';

/** Navigation of the front desk. */
export const receptionNavigation = (): NavItem[] => [
  { href: '/clinic/day', label: t('desk.nav.day'), icon: Kanban },
  { href: '/clinic/calendar', label: t('common.nav.calendar'), icon: CalendarClock },
  { href: '/clinic/appointments', label: t('desk.nav.appointments'), icon: CalendarDays },
  { href: '/clinic/disruptions', label: t('common.nav.changes'), icon: History },
  { href: '/admin/patients', label: t('desk.nav.patients'), icon: UsersRound },
  { href: '/admin/messages', label: t('desk.nav.messages'), icon: MessageSquare },
];
