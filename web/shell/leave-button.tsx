import { EyeOff } from 'lucide-react';
import { t } from '#web/i18n.ts';
import { getButtonClass } from '#web/ui/button-look.ts';

/**
 * Leaves the page for a neutral site (`leave-quickly.ts`). Shown to a signed-in user who switched it on under
 * privacy.
 */
export function LeaveButton({ to }: { to: string }) {
  return (
    <button
      type="button"
      data-leave={to}
      title={t('common.leave.hint')}
      className={getButtonClass(
        { kind: 'out' },
        'flex-none whitespace-nowrap max-lg:min-h-tap max-lg:px-3! max-lg:text-small max-sm:px-2! lg:ms-2 not-in-data-signed-in:hidden! not-in-data-hide:hidden!',
      )}
    >
      <EyeOff
        size={18}
        strokeWidth={1.7}
        aria-hidden="true"
        className="flex-none text-accent max-sm:hidden"
      />
      {t('common.leave.label')}
    </button>
  );
}
