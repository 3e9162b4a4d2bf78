import { Clock, Phone, PhoneOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatReach } from '#shared/domain/messages/format-reach.ts';
import { canCallNow, type PhoneReach } from '#shared/domain/messages/quiet-hours.ts';
import { currentLang, t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { callHref } from './phone-links.ts';

/** The patient's preference about phone calls as text; null if there is none. */
export const formatCallPreference = (reach: PhoneReach | null, now: Date): string | null =>
  formatReach(currentLang(), reach, now, t);

/** The patient's preference about phone calls, on its own line. */
export function CallPreferenceNote({ reach, now }: { reach: PhoneReach | null; now: Date }) {
  const words = formatCallPreference(reach, now);
  if (words === null) return null;
  const off = !canCallNow(reach, now);
  const Icon = off ? PhoneOff : Clock;
  return (
    <span
      className={cx('inline-flex items-center gap-1 text-xs font-strong', off ? 'text-danger' : 'text-ink-2')}
    >
      <Icon size={13} strokeWidth={1.9} aria-hidden="true" className="flex-none" />
      {words}
    </span>
  );
}

interface PatientPhoneProps {
  phone: string | null;
  reach: PhoneReach | null;
  now: Date;
  /** For places where a press does something else: the number is shown without a link. */
  plain?: boolean;
}

/**
 * A patient's phone number with the preference about calls. It is a link that dials only while the patient
 * may be called.
 */
export function PatientPhone({ phone, reach, now, plain = false }: PatientPhoneProps): ReactNode {
  if (!phone) return t('staff.cell.noPhone');
  const dials = !plain && canCallNow(reach, now);
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2">
      {dials ? (
        <a
          href={callHref(phone)}
          className="link ltr num inline-flex min-h-6 items-center gap-1 whitespace-nowrap touch:min-h-tap"
        >
          <Phone size={13} strokeWidth={1.7} aria-hidden="true" />
          {phone}
        </a>
      ) : (
        <span className="ltr num whitespace-nowrap">{phone}</span>
      )}
      <CallPreferenceNote reach={reach} now={now} />
    </span>
  );
}
