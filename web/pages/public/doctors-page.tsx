import { localPath } from '#shared/domain/languages.ts';
import { DoctorsList } from '#web/features/doctors/doctors-list.tsx';
import { getClinicName } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import type { PageModule } from '#web/pages/page.ts';
import { SectionHeading } from '#web/ui/frame/section-heading.tsx';
import { SiteLayout } from './site-layout.tsx';

/** The doctors with a public page; the page does not exist while there are none. */
export const doctorsPage: PageModule = {
  look: 'public',
  title: ({ content }) => `${t('public.doctors.title')} · ${getClinicName(content)}`,
  description: ({ content }) => t('public.doctors.meta', { clinic: getClinicName(content) }),
  Page: (page) => (
    <SiteLayout page={page}>
      <section aria-labelledby="doctors-title" className="wrap pt-8 pb-section">
        <SectionHeading
          id="doctors-title"
          first
          title={t('public.doctors.title')}
          lead={t('public.doctors.lead')}
        />
        <DoctorsList
          doctors={page.content.doctors}
          locations={page.content.openLocations}
          pathOf={(path) => localPath(path, page.lang)}
        />
      </section>
    </SiteLayout>
  ),
};
