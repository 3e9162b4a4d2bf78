import { Clock, Phone, PhoneOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { mayCall, type Reach } from '#shared/domain/messages/quiet-hours.ts';
import { wordsOfReach } from '#shared/domain/messages/reach-words.ts';
import { currentLang, t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { callHref } from './phone-links.ts';

/** What a patient said of calling her; null where she said nothing. */
export const reachWords = (reach: Reach | null, now: Date): string | null =>
  wordsOfReach(currentLang(), reach, now, t);

/** What she said of calling her, in a line of its own. */
export function ReachNote({ reach, now }: { reach: Reach | null; now: Date }) {
  const words = reachWords(reach, now);
  if (words === null) return null;
  const off = !mayCall(reach, now);
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

interface PhoneOfProps {
  phone: string | null;
  reach: Reach | null;
  now: Date;
  /** Where a touch on it does something else: it is read, and not dialled. */
  plain?: boolean;
}

/**
 * The number of a patient, and beside it what she said of calling her: a touch dials it while she may be
 * called, and not otherwise.
 */
export function PhoneOf({ phone, reach, now, plain = false }: PhoneOfProps): ReactNode {
  if (!phone) return t('staff.cell.noPhone');
  const dials = !plain && mayCall(reach, now);
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
      <ReachNote reach={reach} now={now} />
    </span>
  );
}
