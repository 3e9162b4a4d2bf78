import type { User } from '#shared/contract/users.ts';
import { OwnCalendar } from '#web/features/calendars/own-calendar.tsx';
import { AdminProfile } from '#web/features/staff/admin-profile.tsx';

/** The tab "Profile": loaded as one part, so that no card pushes another one down when it arrives. */
export function ProfileTab({ user }: { user: User }) {
  return (
    <div className="grid gap-5">
      <AdminProfile user={user} />
      <OwnCalendar user={user} />
    </div>
  );
}
