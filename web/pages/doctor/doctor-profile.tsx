import type { User } from '#shared/contract/users.ts';
import { OwnCalendar } from '#web/features/calendars/own-calendar.tsx';
import { AbsencesPanel } from '#web/features/schedules/absences-panel.tsx';
import { OwnDetailsForm } from '#web/features/users/own-details-form.tsx';
import { OwnPasswordForm } from '#web/features/users/own-password-form.tsx';
import { t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';

/** The tab "My Profile": loaded as one part, so that no card pushes another one down when it arrives. */
export function DoctorProfile({ user }: { user: User }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <OwnDetailsForm user={user} />
      <OwnPasswordForm user={user} />
      <Card as="section" aria-labelledby="own-absences" className="grid gap-[18px] p-5 lg:p-6">
        <div>
          <h2 id="own-absences" className="card-title">
            {t('staff.absence.title')}
          </h2>
          <p className="text-small text-ink-2">
            {t('staff.absence.text')}{' '}
            <a href="/clinic/disruptions" className="link">
              {t('common.nav.changes')}
            </a>
          </p>
        </div>
        <AbsencesPanel userId={user.id} />
      </Card>
      <OwnCalendar user={user} />
    </div>
  );
}
