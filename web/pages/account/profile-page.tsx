import { ChevronLeft } from 'lucide-react';
import { listSessions } from '#shared/contract/accounts.ts';
import { listUserAppointments } from '#shared/contract/appointments.ts';
import { ownDay } from '#shared/contract/arrivals.ts';
import { ownSharedNotes } from '#shared/contract/clinical-notes.ts';
import { listNoShows } from '#shared/contract/desk/no-shows.ts';
import { listStandingDisplaced } from '#shared/contract/disruptions.ts';
import { listOwnOffers, listWishes } from '#shared/contract/offers.ts';
import { ownNumber, ownVisit } from '#shared/contract/own/first-reads.ts';
import { linkedIdentities } from '#shared/contract/own/linked-accounts.ts';
import { openConsent } from '#shared/contract/own/privacy.ts';
import { openFamily } from '#shared/contract/patients.ts';
import { ownTwoSteps } from '#shared/contract/two-step.ts';
import { localPath } from '#shared/domain/languages.ts';
import { buildEndpointUrl } from '#web/api/client.ts';
import type { MyVisitsProps } from '#web/features/appointments/mine/my-visits.ts';
import { pickLanguage, t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule, PageProps } from '#web/pages/page.ts';
import { SiteLayout } from '#web/pages/public/site-layout.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { island as profileIsland } from './profile.island.tsx';

function visitsProps({ lang, today, content }: PageProps): MyVisitsProps {
  const { daysAhead, cutoffHours } = content.clinic;
  return {
    lang,
    today,
    daysAhead,
    cutoffHours,
    bookHref: `${localPath('/', lang)}#book`,
    branches: content.locations.map(({ id, name, nameAr, phone, address, addressAr, closedFrom }) => ({
      id,
      closedFrom,
      name: pickLanguage(name, nameAr),
      englishName: name,
      phone,
      address: pickLanguage(address, addressAr),
    })),
    services: content.services.map(({ id, name, nameAr, durationMinutes, bring, bringAr }) => ({
      id,
      name: pickLanguage(name, nameAr),
      minutes: durationMinutes,
      bring: pickLanguage(bring ?? '', bringAr),
    })),
  };
}

export const profilePage: PageModule = {
  look: 'account',
  title: () => t('account.profile.title'),
  early: () => ({
    always: [
      buildEndpointUrl(listUserAppointments, { params: { id: ownNumber }, query: { limit: 50 } }),
      buildEndpointUrl(listStandingDisplaced),
    ],
    tabs: {
      appointments: [
        ...[listOwnOffers, listWishes, ownSharedNotes].map((spec) => buildEndpointUrl(spec)),
        buildEndpointUrl(listNoShows, { query: { patientId: ownNumber } }),
        buildEndpointUrl(ownDay, { params: { id: ownVisit } }),
      ],
      family: [buildEndpointUrl(openFamily, { params: { id: ownNumber } })],
      privacy: [buildEndpointUrl(openConsent, { params: { id: ownNumber } })],
      devices: [ownTwoSteps, listSessions, linkedIdentities].map((spec) => buildEndpointUrl(spec)),
    },
  }),
  parts: {
    '': { file: 'web/features/accounts/own-details-tab.tsx', areas: ['account-details'] },
    appointments: { file: 'web/pages/account/visits-tab.tsx' },
    password: { file: 'web/features/accounts/own-password-tab.tsx', areas: ['account'] },
    family: { file: 'web/features/patients/family/family-tab.tsx', areas: ['account', 'family'] },
    privacy: { file: 'web/features/privacy/privacy-tab.tsx', areas: ['privacy'] },
    devices: { file: 'web/features/accounts/own-password-tab.tsx', areas: ['account'] },
  },
  Page: (page) => (
    <SiteLayout page={page}>
      <div className="mx-auto min-h-svh max-w-[calc(960px+2*var(--gutter))] px-gutter pt-[clamp(24px,4vw,56px)] pb-24">
        <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1>{t('account.profile.title')}</h1>
          <ButtonLink
            kind="gho"
            href={localPath('/', page.lang)}
            className="max-md:order-first max-md:-ms-3 max-md:basis-full max-md:justify-start md:ms-auto"
            icon={<ChevronLeft size={20} strokeWidth={1.7} aria-hidden="true" className="flip" />}
          >
            {t('account.profile.backToHome')}
          </ButtonLink>
        </div>
        <Island of={profileIsland} props={visitsProps(page)} start="load" />
      </div>
    </SiteLayout>
  ),
};
