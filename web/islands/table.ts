import type { ComponentType } from 'react';

/** Areas of the catalogue; an island names those it speaks from. */
export type Area =
  | 'common'
  | 'errors'
  | 'public'
  | 'booking'
  | 'account'
  | 'staff'
  | 'doctor'
  | 'admin'
  | 'logs';

interface IslandRow {
  readonly load: () => Promise<ComponentType<never>>;
  readonly areas: readonly Area[];
}

/** Every island: where its code is and which words it needs. */
export const islands = {
  header: {
    load: () => import('#web/shell/header.island.tsx').then((m) => m.HeaderIsland),
    areas: ['common', 'errors', 'public', 'account'],
  },
  booking: {
    load: () => import('#web/features/appointments/booking/booking.island.tsx').then((m) => m.BookingIsland),
    areas: ['common', 'errors', 'public', 'booking'],
  },
  contact: {
    load: () => import('#web/features/contact-messages/contact.island.tsx').then((m) => m.ContactIsland),
    areas: ['common', 'errors', 'public'],
  },
  profile: {
    load: () => import('#web/pages/account/profile.island.tsx').then((m) => m.ProfileIsland),
    areas: ['common', 'errors', 'account', 'booking'],
  },
  'reset-password': {
    load: () =>
      import('#web/features/accounts/sign-in/reset-password.island.tsx').then((m) => m.ResetPasswordIsland),
    areas: ['common', 'errors', 'account'],
  },
  'confirm-contact': {
    load: () =>
      import('#web/features/accounts/sign-in/confirm-contact.island.tsx').then((m) => m.ConfirmContactIsland),
    areas: ['common', 'errors', 'account'],
  },
  link: {
    load: () => import('#web/pages/public/link.island.tsx').then((m) => m.LinkIsland),
    areas: ['common', 'errors', 'public', 'booking'],
  },
  'log-out': {
    load: () => import('#web/features/accounts/sign-in/log-out.island.tsx').then((m) => m.LogOutIsland),
    areas: ['common', 'errors', 'account'],
  },
  'doctor-dashboard': {
    load: () => import('#web/pages/doctor/doctor-dashboard.island.tsx').then((m) => m.DoctorDashboardIsland),
    areas: ['common', 'errors', 'account', 'staff', 'doctor'],
  },
  'admin-dashboard': {
    load: () => import('#web/pages/admin/admin-dashboard.island.tsx').then((m) => m.AdminDashboardIsland),
    areas: ['common', 'errors', 'account', 'staff', 'admin'],
  },
  patients: {
    load: () => import('#web/pages/admin/patients.island.tsx').then((m) => m.PatientsIsland),
    areas: ['common', 'errors', 'account', 'staff', 'admin'],
  },
  'homepage-editor': {
    load: () => import('#web/pages/admin/homepage-editor.island.tsx').then((m) => m.HomepageEditorIsland),
    areas: ['common', 'errors', 'admin'],
  },
  staff: {
    load: () => import('#web/pages/admin/staff.island.tsx').then((m) => m.StaffIsland),
    areas: ['common', 'errors', 'admin', 'staff'],
  },
  inbox: {
    load: () => import('#web/pages/admin/inbox.island.tsx').then((m) => m.InboxIsland),
    areas: ['common', 'errors', 'admin', 'doctor'],
  },
  insights: {
    load: () => import('#web/pages/admin/insights.island.tsx').then((m) => m.InsightsIsland),
    areas: ['common', 'errors', 'admin'],
  },
  logs: {
    load: () => import('#web/pages/admin/logs.island.tsx').then((m) => m.LogsIsland),
    areas: ['common', 'errors', 'admin', 'logs'],
  },
  settings: {
    load: () => import('#web/pages/admin/settings.island.tsx').then((m) => m.SettingsIsland),
    areas: ['common', 'errors', 'admin'],
  },
} as const satisfies Record<string, IslandRow>;

export type IslandName = keyof typeof islands;
