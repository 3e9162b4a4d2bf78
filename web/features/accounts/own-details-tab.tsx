import type { User } from '#shared/contract/users.ts';
import { ContactConfirmation } from './contact-confirmation.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ReachSettings } from './reach-settings.tsx';

/** Her details, which of her contacts count, and how she is reached. */
export function OwnDetailsTab({ user, onSaved }: { user: User; onSaved(): void }) {
  return (
    <>
      <ProfileForm key={user.id} user={user} onSaved={onSaved} />
      <ContactConfirmation user={user} />
      <ReachSettings user={user} />
    </>
  );
}
