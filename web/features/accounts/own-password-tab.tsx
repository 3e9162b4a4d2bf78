import type { User } from '#shared/contract/users.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Devices } from './devices.tsx';
import { Identities } from './identities.tsx';
import { PasswordForm } from './password-form.tsx';
import { TwoStepCard } from './two-step/two-step-card.tsx';

/** Her password, the devices she is signed in on, and the accounts elsewhere that open hers. */
export function OwnPasswordTab({ user, now }: { user: User; now: Date }) {
  return (
    <>
      {!user.requires.includes('second-step-setup') && <PasswordForm user={user} />}
      <TwoStepCard user={user} now={now} />
      {!user.requires.includes('second-step-setup') && <Devices now={now} />}
      {!isStaff(user.role) && <Identities />}
    </>
  );
}
