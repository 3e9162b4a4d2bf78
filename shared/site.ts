import { doctorPath, findDoctorByPath } from './domain/people/doctor-address.ts';
import { staffRoles } from './domain/people/roles.ts';
import type { SitePage } from './page.ts';

/** The site map: every page, and who may open it. `web/router.tsx` maps pages to components. */
export const site = [
  { path: '/', languages: true, guard: 'anyone' },
  { path: '/book', languages: true, guard: 'anyone' },
  {
    path: '/doctors',
    languages: true,
    guard: 'anyone',
    pathsIn: ({ doctors }) => (doctors.length > 0 ? ['/doctors'] : []),
  },
  {
    path: '/doctors/:name',
    languages: true,
    guard: 'anyone',
    pathsIn: ({ doctors }) => doctors.map(doctorPath),
    meantBy({ doctors }, asked) {
      const meant = findDoctorByPath(doctors, asked);
      return meant ? doctorPath(meant) : null;
    },
  },
  { path: '/privacy', languages: true, guard: 'anyone' },
  { path: '/terms', languages: true, guard: 'anyone' },
  { path: '/accessibility', languages: true, guard: 'anyone' },
  { path: '/offline', languages: true, guard: 'anyone', unlisted: true },
  { path: '/l/:token', languages: true, guard: 'anyone', unlisted: true },
  { path: '/here/:token', languages: true, guard: 'anyone', unlisted: true },
  { path: '/screen/:token', languages: false, guard: 'anyone', unlisted: true },
  { path: '/profile', languages: false, guard: 'signed-in' },
  { path: '/reset-password', languages: false, guard: 'anyone' },
  { path: '/sign-in', languages: false, guard: 'anyone' },
  { path: '/confirm-contact', languages: false, guard: 'anyone' },
  { path: '/logout', languages: false, guard: 'anyone' },
  { path: '/doctor', languages: false, guard: ['doctor'] },
  { path: '/doctor/dashboard', languages: false, guard: ['doctor'] },
  { path: '/clinic', languages: false, guard: staffRoles },
  { path: '/clinic/day', languages: false, guard: staffRoles },
  { path: '/clinic/patients/:id', languages: false, guard: staffRoles },
  { path: '/clinic/calendar', languages: false, guard: staffRoles },
  { path: '/clinic/appointments', languages: false, guard: ['receptionist'] },
  { path: '/clinic/disruptions', languages: false, guard: staffRoles },
  { path: '/clinic/disruptions/:id', languages: false, guard: staffRoles },
  { path: '/clinic/poster', languages: false, guard: staffRoles },
  { path: '/clinic/profile', languages: false, guard: staffRoles },
  { path: '/admin', languages: false, guard: ['admin'] },
  { path: '/admin/dashboard', languages: false, guard: ['admin'] },
  { path: '/admin/patients', languages: false, guard: staffRoles },
  { path: '/admin/homepage-editor', languages: false, guard: ['admin'] },
  { path: '/admin/staff', languages: false, guard: ['admin'] },
  { path: '/admin/messages', languages: false, guard: staffRoles },
  { path: '/admin/import', languages: false, guard: ['admin'] },
  { path: '/admin/connections', languages: false, guard: ['admin'] },
  { path: '/admin/insights', languages: false, guard: ['admin'] },
  { path: '/admin/logs', languages: false, guard: ['admin'] },
  { path: '/admin/settings', languages: false, guard: ['admin'] },
] as const satisfies readonly SitePage[];
