import { LogOut } from 'lucide-react';
import { t } from '#web/i18n.ts';
import { buttonLook } from '#web/ui/button-look.ts';
import { cx } from '#web/ui/cx.ts';

export interface LeaveProps {
  /** The neutral site. */
  to: string;
  /** Also of who is not signed in: the page itself tells something. */
  always: boolean;
}

/** The way out of a page that nobody else shall see; the entry of the page does it (`leave-quickly.ts`). */
export function LeaveButton({ to, always }: LeaveProps) {
  return (
    <button
      type="button"
      data-leave={to}
      title={t('common.leave.hint')}
      className={buttonLook(
        { kind: 'out' },
        cx(
          'flex-none whitespace-nowrap max-lg:min-h-tap max-lg:px-3! max-lg:text-small max-sm:px-2! lg:ms-2',
          !always && 'not-in-data-signed-in:hidden!',
        ),
      )}
    >
      <LogOut
        size={18}
        strokeWidth={1.7}
        aria-hidden="true"
        className="flip flex-none text-accent max-sm:hidden"
      />
      {t('common.leave.label')}
    </button>
  );
}
