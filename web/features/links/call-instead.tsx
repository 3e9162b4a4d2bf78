import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MessageLink } from '#shared/contract/links.ts';
import { dayClock, isLater } from '#shared/domain/clinic-time.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { now } from '#web/api/clock.ts';
import { t } from '#web/i18n.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { callHref } from '#web/ui/phone/phone-links.ts';

interface CallInsteadProps {
  link: MessageLink;
  /** Another text already says why the link's own action is no longer possible. */
  tooLate: boolean;
  /** A button that calls a branch; null if its phone number is not known. */
  callBranch(locationId: number): ReactNode;
}

/**
 * The button that calls the branch, if only a call can cancel or move the appointment, with the reason while
 * the patient is still expected.
 */
export function CallInstead({ link, tooLate, callBranch }: CallInsteadProps) {
  const { over, actions, day } = link;
  const at = link.visit ?? link.current;
  if (!at || !isOpen(at.status) || over === 'used' || actions.includes('cancel')) return null;
  const isHere = day !== null && (day.stage !== 'expected' || day.hereAt !== null);
  const isExpected = !isHere && isLater(at.appointmentDate, at.appointmentTime, dayClock(now()));
  return (
    <>
      {isExpected && !tooLate && <p className="text-ui">{t('public.link.callOnly')}</p>}
      {callBranch(at.locationId)}
    </>
  );
}

/** A button that calls a branch. The number moves to a second line as a whole. */
export function CallBranch({ branch }: { branch: { name: string; phone: string } | undefined }) {
  if (!branch?.phone) return null;
  return (
    <ButtonLink
      kind="out"
      block
      className="flex-wrap gap-y-0"
      href={callHref(branch.phone)}
      icon={<Phone size={18} strokeWidth={1.7} aria-hidden="true" />}
    >
      {t('public.link.callBranch', { branch: branch.name })}
      <span className="ltr num whitespace-nowrap">{branch.phone}</span>
    </ButtonLink>
  );
}
