import type { User } from '#shared/contract/users.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Devices } from './devices.tsx';
import { Identities } from './identities.tsx';
import { PasswordForm } from './password-form.tsx';
import { TwoStepCard } from './two-step/two-step-card.tsx';

interface OwnPasswordTabProps {
  user: User;
  now: Date;
  /** The page shows other ways to sign in and the devices elsewhere. */
  onlyPassword?: boolean;
}

/** The user's password; also the second step and the devices, unless they are shown elsewhere. */
export function OwnPasswordTab({ user, now, onlyPassword = false }: OwnPasswordTabProps) {
  return (
    <>
      {!user.requires.includes('second-step-setup') && <PasswordForm user={user} />}
      {!onlyPassword && <SignInSettings user={user} now={now} />}
    </>
  );
}

/** The second step, the devices with a session, and the linked accounts of other providers. */
export function SignInSettings({ user, now }: { user: User; now: Date }) {
  return (
    <>
      <TwoStepCard user={user} now={now} />
      {!user.requires.includes('second-step-setup') && <Devices now={now} />}
      {!isStaff(user.role) && <Identities />}
    </>
  );
}
