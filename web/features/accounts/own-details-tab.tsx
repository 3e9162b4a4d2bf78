import type { User } from '#shared/contract/users.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { ContactConfirmation } from './contact-confirmation.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ReachSettings } from './reach-settings.tsx';

/** The user's details and contact verification; for staff also how the clinic reaches them. */
export function OwnDetailsTab({ user, onSaved }: { user: User; onSaved(): void }) {
  return (
    <>
      <ProfileForm key={user.id} user={user} onSaved={onSaved} />
      <ContactConfirmation user={user} />
      {isStaff(user.role) && <ReachSettings user={user} />}
    </>
  );
}
