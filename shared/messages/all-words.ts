import { arAccount } from './ar/account.ts';
import { arAccountDetails } from './ar/account-details.ts';
import { arAccountOwn } from './ar/account-own.ts';
import { arAccountProfile } from './ar/account-profile.ts';
import { arAdmin } from './ar/admin.ts';
import { arAdminContent } from './ar/admin-content.ts';
import { arAdminKept } from './ar/admin-kept.ts';
import { arAdminLocations } from './ar/admin-locations.ts';
import { arAdminPeople } from './ar/admin-people.ts';
import { arBooking } from './ar/booking.ts';
import { arBookingFirst } from './ar/booking-first.ts';
import { arBookingMissed } from './ar/booking-missed.ts';
import { arBookingOwn } from './ar/booking-own.ts';
import { arCalendar } from './ar/calendar.ts';
import { arCommon } from './ar/common.ts';
import { arCommonStaff } from './ar/common-staff.ts';
import { arConnections } from './ar/connections.ts';
import { arConsole } from './ar/console.ts';
import { arCopy } from './ar/copy.ts';
import { arDesk } from './ar/desk.ts';
import { arDeskDay } from './ar/desk-day.ts';
import { arDeskScreen } from './ar/desk-screen.ts';
import { arDoctor } from './ar/doctor.ts';
import { arErrors } from './ar/errors.ts';
import { arErrorsAnswers } from './ar/errors-answers.ts';
import { arErrorsStaff } from './ar/errors-staff.ts';
import { arFamily } from './ar/family.ts';
import { arGuide } from './ar/guide.ts';
import { arImport } from './ar/import.ts';
import { arLogs } from './ar/logs.ts';
import { arLogsAudit } from './ar/logs-audit.ts';
import { arMail } from './ar/mail.ts';
import { arMerge } from './ar/merge.ts';
import { arMoving } from './ar/moving.ts';
import { arNotice } from './ar/notice.ts';
import { arOffer } from './ar/offer.ts';
import { arOfferOwn } from './ar/offer-own.ts';
import { arPlans } from './ar/plans.ts';
import { arPrivacy } from './ar/privacy.ts';
import { arPrivacyConsent } from './ar/privacy-consent.ts';
import { arPrivacyData } from './ar/privacy-data.ts';
import { arPublic } from './ar/public.ts';
import { arSession } from './ar/session.ts';
import { arStaff } from './ar/staff.ts';
import { arStaffCalendar } from './ar/staff-calendar.ts';
import { arStaffConsent } from './ar/staff-consent.ts';
import { arStaffDialogs } from './ar/staff-dialogs.ts';
import { arStaffMissed } from './ar/staff-missed.ts';
import { arStaffPatients } from './ar/staff-patients.ts';
import { arWaiting } from './ar/waiting.ts';
import { arWebhook } from './ar/webhook.ts';
import type { Dictionary } from './catalogue.ts';
import { enAccount } from './en/account.ts';
import { enAccountDetails } from './en/account-details.ts';
import { enAccountOwn } from './en/account-own.ts';
import { enAccountProfile } from './en/account-profile.ts';
import { enAdmin } from './en/admin.ts';
import { enAdminContent } from './en/admin-content.ts';
import { enAdminKept } from './en/admin-kept.ts';
import { enAdminLocations } from './en/admin-locations.ts';
import { enAdminPeople } from './en/admin-people.ts';
import { enBooking } from './en/booking.ts';
import { enBookingFirst } from './en/booking-first.ts';
import { enBookingMissed } from './en/booking-missed.ts';
import { enBookingOwn } from './en/booking-own.ts';
import { enCalendar } from './en/calendar.ts';
import { enCommon } from './en/common.ts';
import { enCommonStaff } from './en/common-staff.ts';
import { enConnections } from './en/connections.ts';
import { enConsole } from './en/console.ts';
import { enCopy } from './en/copy.ts';
import { enDesk } from './en/desk.ts';
import { enDeskDay } from './en/desk-day.ts';
import { enDeskScreen } from './en/desk-screen.ts';
import { enDoctor } from './en/doctor.ts';
import { enErrors } from './en/errors.ts';
import { enErrorsAnswers } from './en/errors-answers.ts';
import { enErrorsStaff } from './en/errors-staff.ts';
import { enFamily } from './en/family.ts';
import { enGuide } from './en/guide.ts';
import { enImport } from './en/import.ts';
import { enLogs } from './en/logs.ts';
import { enLogsAudit } from './en/logs-audit.ts';
import { enMail } from './en/mail.ts';
import { enMerge } from './en/merge.ts';
import { enMoving } from './en/moving.ts';
import { enNotice } from './en/notice.ts';
import { enOffer } from './en/offer.ts';
import { enOfferOwn } from './en/offer-own.ts';
import { enPlans } from './en/plans.ts';
import { enPrivacy } from './en/privacy.ts';
import { enPrivacyConsent } from './en/privacy-consent.ts';
import { enPrivacyData } from './en/privacy-data.ts';
import { enPublic } from './en/public.ts';
import { enSession } from './en/session.ts';
import { enStaff } from './en/staff.ts';
import { enStaffCalendar } from './en/staff-calendar.ts';
import { enStaffConsent } from './en/staff-consent.ts';
import { enStaffDialogs } from './en/staff-dialogs.ts';
import { enStaffMissed } from './en/staff-missed.ts';
import { enStaffPatients } from './en/staff-patients.ts';
import { enWaiting } from './en/waiting.ts';
import { enWebhook } from './en/webhook.ts';

/** All texts of English, for the server. Browsers load only the areas that a page shows. */
export const english = {
  ...enAccount,
  ...enAccountDetails,
  ...enAccountOwn,
  ...enAccountProfile,
  ...enAdmin,
  ...enAdminContent,
  ...enAdminLocations,
  ...enAdminPeople,
  ...enBooking,
  ...enBookingFirst,
  ...enBookingMissed,
  ...enBookingOwn,
  ...enCalendar,
  ...enCommon,
  ...enCommonStaff,
  ...enConsole,
  ...enCopy,
  ...enPrivacyData,
  ...enPrivacyConsent,
  ...enStaffConsent,
  ...enAdminKept,
  ...enConnections,
  ...enMerge,
  ...enDesk,
  ...enDeskDay,
  ...enDeskScreen,
  ...enDoctor,
  ...enErrors,
  ...enErrorsStaff,
  ...enErrorsAnswers,
  ...enFamily,
  ...enGuide,
  ...enImport,
  ...enLogs,
  ...enLogsAudit,
  ...enMail,
  ...enNotice,
  ...enOffer,
  ...enOfferOwn,
  ...enPlans,
  ...enPrivacy,
  ...enPublic,
  ...enStaff,
  ...enStaffCalendar,
  ...enStaffDialogs,
  ...enStaffMissed,
  ...enStaffPatients,
  ...enMoving,
  ...enSession,
  ...enWebhook,
  ...enWaiting,
} satisfies Dictionary;
export const arabic: Record<keyof typeof english, Dictionary[string]> = {
  ...arAccount,
  ...arAccountDetails,
  ...arAccountOwn,
  ...arAccountProfile,
  ...arAdmin,
  ...arAdminContent,
  ...arAdminLocations,
  ...arAdminPeople,
  ...arBooking,
  ...arBookingFirst,
  ...arBookingMissed,
  ...arBookingOwn,
  ...arCalendar,
  ...arCommon,
  ...arCommonStaff,
  ...arConsole,
  ...arCopy,
  ...arPrivacyData,
  ...arPrivacyConsent,
  ...arStaffConsent,
  ...arAdminKept,
  ...arConnections,
  ...arMerge,
  ...arDesk,
  ...arDeskDay,
  ...arDeskScreen,
  ...arDoctor,
  ...arErrors,
  ...arErrorsStaff,
  ...arErrorsAnswers,
  ...arFamily,
  ...arGuide,
  ...arImport,
  ...arLogs,
  ...arLogsAudit,
  ...arMail,
  ...arNotice,
  ...arOffer,
  ...arOfferOwn,
  ...arPlans,
  ...arPrivacy,
  ...arPublic,
  ...arStaff,
  ...arStaffCalendar,
  ...arStaffDialogs,
  ...arStaffMissed,
  ...arStaffPatients,
  ...arMoving,
  ...arSession,
  ...arWebhook,
  ...arWaiting,
};
