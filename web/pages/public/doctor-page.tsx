import { ArrowLeft } from 'lucide-react';
import { localPath } from '#shared/domain/languages.ts';
import { findDoctorByPath } from '#shared/domain/people/doctor-address.ts';
import type { ListedDoctor } from '#shared/page.ts';
import { buildDoctorJsonLd } from '#web/features/doctors/doctor-facts.ts';
import { DoctorLines } from '#web/features/doctors/doctor-lines.tsx';
import { DoctorPortrait } from '#web/features/doctors/doctor-portrait.tsx';
import { island as timesIsland } from '#web/features/doctors/doctor-times.island.tsx';
import {
  formatDoctorName,
  formatSpeciality,
  listDoctorBranches,
} from '#web/features/doctors/doctor-words.ts';
import { getClinicName } from '#web/features/homepage/clinic-name.ts';
import { joinWithComma, pickLanguage, t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule, PageProps } from '#web/pages/page.ts';
import { SiteLayout } from './site-layout.tsx';

/** The doctor of this page; the site map lists only paths of doctors who have one. */
function findPageDoctor({ content, path }: PageProps): ListedDoctor {
  const doctor = findDoctorByPath(content.doctors, path);
  if (!doctor) throw new Error(`${path}: no doctor has this page`);
  return doctor;
}

const getDoctorAboutText = ({ about, aboutAr }: ListedDoctor): string => pickLanguage(about, aboutAr);

/** Public page of a doctor: name, speciality, languages, branches and free times. */
export const doctorPage: PageModule = {
  look: 'public',
  title: (page) => {
    const doctor = findPageDoctor(page);
    const name = joinWithComma(formatDoctorName(doctor), formatSpeciality(doctor) || null);
    return `${name} · ${getClinicName(page.content)}`;
  },
  description: (page) => {
    const doctor = findPageDoctor(page);
    const places = listDoctorBranches(doctor, page.content.openLocations).map(({ name, nameAr }) =>
      pickLanguage(name, nameAr),
    );
    const facts = joinWithComma(
      formatDoctorName(doctor),
      formatSpeciality(doctor) || null,
      getClinicName(page.content),
      ...places,
    );
    return t('public.doctors.metaOf', { about: `${facts}.`, doctor: formatDoctorName(doctor) }).slice(0, 300);
  },
  facts: (page) =>
    buildDoctorJsonLd(findPageDoctor(page), `${page.origin}${localPath(page.path, page.lang)}`, page),
  Page: (page) => {
    const doctor = findPageDoctor(page);
    const { lang, content } = page;
    const branches = listDoctorBranches(doctor, content.openLocations);
    return (
      <SiteLayout page={page}>
        <div className="wrap grid gap-[clamp(32px,4vw,56px)] pt-8 pb-section">
          <div>
            <a
              href={localPath('/doctors', lang)}
              className="mb-4 inline-flex min-h-tap items-center gap-2 text-ui font-strong text-accent"
            >
              <ArrowLeft size={18} strokeWidth={1.7} aria-hidden="true" className="flip" />
              {t('public.doctors.all')}
            </a>
            <div className="flex items-center gap-[clamp(18px,3vw,36px)] max-sm:flex-col max-sm:items-start">
              <DoctorPortrait doctor={doctor} large />
              <div className="grid gap-4">
                <h1 className="text-h1">{formatDoctorName(doctor)}</h1>
                <DoctorLines doctor={doctor} />
              </div>
            </div>
          </div>
          {getDoctorAboutText(doctor) && (
            <section aria-labelledby="doctor-about" className="max-w-[68ch]">
              <h2 id="doctor-about" className="mb-3">
                {t('public.doctors.about', { doctor: formatDoctorName(doctor) })}
              </h2>
              <p dir="auto" className="whitespace-pre-line text-ink-2">
                {getDoctorAboutText(doctor)}
              </p>
            </section>
          )}
          {branches.length > 0 && (
            <section aria-labelledby="doctor-branches" className="max-w-[860px]">
              <h2 id="doctor-branches" className="mb-4">
                {t('public.doctors.branches')}
              </h2>
              <Island
                of={timesIsland}
                props={{
                  doctorId: doctor.id,
                  doctor: formatDoctorName(doctor),
                  bookHref: localPath('/book', lang),
                  branches: branches.map(({ id, name, nameAr, address, addressAr }) => ({
                    id,
                    name: pickLanguage(name, nameAr),
                    address: pickLanguage(address, addressAr),
                    byName: doctor.bookableAt.includes(id),
                  })),
                }}
                start="visible"
              />
            </section>
          )}
        </div>
      </SiteLayout>
    );
  },
};
