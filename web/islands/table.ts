import type { ComponentType } from 'react';

/** Areas of the catalogue; an island names those it speaks from. */
export type Area = 'common' | 'errors' | 'public' | 'booking' | 'account' | 'staff' | 'doctor' | 'admin' | 'logs';

interface IslandRow {
  readonly load: () => Promise<ComponentType<never>>;
  readonly areas: readonly Area[];
}

/** Every island: where its code is and which words it needs. */
export const islands = {
  header: { load: () => import('./header-island.tsx').then((m) => m.HeaderIsland), areas: ['common', 'errors', 'public', 'account'] },
  booking: { load: () => import('./booking-island.tsx').then((m) => m.BookingIsland), areas: ['common', 'errors', 'public', 'booking'] },
  contact: { load: () => import('./contact-island.tsx').then((m) => m.ContactIsland), areas: ['common', 'errors', 'public'] },
  profile: {
    load: () => import('./profile-island.tsx').then((m) => m.ProfileIsland),
    areas: ['common', 'errors', 'account', 'booking'],
  },
  'reset-password': {
    load: () => import('./reset-password-island.tsx').then((m) => m.ResetPasswordIsland),
    areas: ['common', 'errors', 'account'],
  },
  'confirm-contact': {
    load: () => import('./confirm-contact-island.tsx').then((m) => m.ConfirmContactIsland),
    areas: ['common', 'errors', 'account'],
  },
  link: { load: () => import('./link-island.tsx').then((m) => m.LinkIsland), areas: ['common', 'errors', 'public', 'booking'] },
  'log-out': { load: () => import('./log-out-island.tsx').then((m) => m.LogOutIsland), areas: ['common', 'errors', 'account'] },
  'doctor-dashboard': {
    load: () => import('./doctor-dashboard-island.tsx').then((m) => m.DoctorDashboardIsland),
    areas: ['common', 'errors', 'account', 'staff', 'doctor'],
  },
  'admin-dashboard': {
    load: () => import('./admin-dashboard-island.tsx').then((m) => m.AdminDashboardIsland),
    areas: ['common', 'errors', 'account', 'staff', 'admin'],
  },
  patients: {
    load: () => import('./patients-island.tsx').then((m) => m.PatientsIsland),
    areas: ['common', 'errors', 'account', 'staff', 'admin'],
  },
  'homepage-editor': {
    load: () => import('./homepage-editor-island.tsx').then((m) => m.HomepageEditorIsland),
    areas: ['common', 'errors', 'admin'],
  },
  staff: { load: () => import('./staff-island.tsx').then((m) => m.StaffIsland), areas: ['common', 'errors', 'admin', 'staff'] },
  inbox: { load: () => import('./inbox-island.tsx').then((m) => m.InboxIsland), areas: ['common', 'errors', 'admin', 'doctor'] },
  insights: { load: () => import('./insights-island.tsx').then((m) => m.InsightsIsland), areas: ['common', 'errors', 'admin'] },
  logs: { load: () => import('./logs-island.tsx').then((m) => m.LogsIsland), areas: ['common', 'errors', 'admin', 'logs'] },
  settings: { load: () => import('./settings-island.tsx').then((m) => m.SettingsIsland), areas: ['common', 'errors', 'admin'] },
} as const satisfies Record<string, IslandRow>;

export type IslandName = keyof typeof islands;
