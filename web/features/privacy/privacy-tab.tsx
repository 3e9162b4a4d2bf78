import type { User } from '#shared/contract/users.ts';
import { Openings } from './openings.tsx';
import { OwnConsent } from './own-consent.tsx';
import { SharedPhone } from './shared-phone.tsx';

/** Privacy settings: protection on a shared phone, consents, and the access list of the patient's file. */
export function PrivacyTab({ user }: { user: User }) {
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <SharedPhone user={user} />
      <div className="grid gap-5">
        <OwnConsent patientId={user.id} />
        <Openings patientId={user.id} />
      </div>
    </div>
  );
}
