import {
  CalendarDays,
  Kanban,
  LayoutGrid,
  MapPin,
  MessageSquare,
  Settings,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { t } from '#web/i18n.ts';
import type { NavItem } from '#web/ui/frame/sidebar.tsx';

/** A doctor's navigation. */
export const doctorNavigation = (): NavItem[] => [
  { href: '/doctor/dashboard', label: t('doctor.nav.dashboard'), icon: LayoutGrid },
  { href: '/clinic/day', label: t('common.nav.day'), icon: Kanban },
  { href: '/doctor/dashboard?tab=appointments', label: t('doctor.nav.appointments'), icon: CalendarDays },
  { href: '/admin/patients', label: t('doctor.nav.patients'), icon: UsersRound },
  { href: '/doctor/dashboard?tab=locations', label: t('doctor.nav.locations'), icon: MapPin },
  { href: '/admin/messages', label: t('doctor.nav.messages'), icon: MessageSquare },
  { href: '/doctor/dashboard?tab=profile', label: t('doctor.nav.myProfile'), icon: UserRound },
];

/** The three items of the bottom bar on a phone. */
export const buildDoctorBottomNav = (): NavItem[] => [
  { href: '/doctor/dashboard?tab=appointments', label: t('doctor.nav.appointments'), icon: CalendarDays },
  { href: '/admin/patients', label: t('doctor.nav.patients'), icon: UsersRound },
  { href: '/doctor/dashboard?tab=profile', label: t('doctor.nav.settings'), icon: Settings },
];
