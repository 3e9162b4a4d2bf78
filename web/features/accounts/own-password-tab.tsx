import type { User } from '#shared/contract/users.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Devices } from './devices.tsx';
import { Identities } from './identities.tsx';
import { PasswordForm } from './password-form.tsx';
import { TwoStepCard } from './two-step/two-step-card.tsx';

interface OwnPasswordTabProps {
  user: User;
  now: Date;
  /** The other ways to sign in and the devices are shown elsewhere. */
  onlyPassword?: boolean;
}

/** One's own password; with it, unless shown elsewhere, the second step and the devices. */
export function OwnPasswordTab({ user, now, onlyPassword = false }: OwnPasswordTabProps) {
  return (
    <>
      {!user.requires.includes('second-step-setup') && <PasswordForm user={user} />}
      {!onlyPassword && <SignInSettings user={user} now={now} />}
    </>
  );
}

/** The second step, the devices one is signed in on, and the accounts elsewhere that open this one. */
export function SignInSettings({ user, now }: { user: User; now: Date }) {
  return (
    <>
      <TwoStepCard user={user} now={now} />
      {!user.requires.includes('second-step-setup') && <Devices now={now} />}
      {!isStaff(user.role) && <Identities />}
    </>
  );
}
