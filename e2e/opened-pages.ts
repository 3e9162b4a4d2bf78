/** Of those below, the ones that have an address in each language. */
export const twoLanguages = [
  '/',
  '/book',
  '/doctors',
  '/doctors/2',
  '/privacy',
  '/terms',
  '/accessibility',
  '/offline',
];

/** Every page as whoever opens it; tabs and dialogs of a page are looked at by its own journey. */
export const openedPages: Record<'nobody' | 'patient' | 'reception' | 'doctor' | 'admin', readonly string[]> =
  {
    nobody: [
      ...twoLanguages,
      '/no-such-page',
      '/reset-password?token=a-link-that-nobody-sent',
      '/confirm-contact?token=a-link-that-nobody-sent',
      '/sign-in?token=a-link-that-nobody-sent',
      '/logout',
    ],
    patient: [
      '/profile',
      '/profile?tab=appointments',
      '/profile?tab=password',
      '/profile?tab=more',
      '/profile?tab=family',
      '/profile?tab=privacy',
    ],
    reception: [
      '/clinic/day',
      '/clinic/calendar',
      '/clinic/calendar?view=week',
      '/clinic/appointments',
      '/clinic/profile',
      '/clinic/poster',
      '/clinic/disruptions',
    ],
    doctor: [
      '/doctor/dashboard',
      '/doctor/dashboard?tab=calendar',
      '/doctor/dashboard?tab=locations',
      '/doctor/dashboard?tab=profile',
    ],
    admin: [
      '/admin/dashboard',
      '/admin/dashboard?tab=patients',
      '/admin/dashboard?tab=locations',
      '/admin/dashboard?tab=profile',
      '/admin/patients',
      '/admin/staff',
      '/admin/homepage-editor',
      '/admin/messages',
      '/admin/import',
      '/admin/connections',
      '/admin/insights',
      '/admin/logs',
      '/admin/settings',
    ],
  };
