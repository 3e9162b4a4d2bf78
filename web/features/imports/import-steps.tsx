import { Check } from 'lucide-react';
import type { Import } from '#shared/contract/connections/imports.ts';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';

const steps = ['file', 'columns', 'check', 'run', 'done'] as const;

/** Step of each state, from 0 to 4. */
const stepIndexByState: Record<Import['state'], number> = {
  reading: 0,
  refused: 0,
  checking: 2,
  checked: 2,
  running: 3,
  stopping: 3,
  done: 5,
  undoing: 5,
  undone: 5,
};

/** Progress of an import: file, columns, check, import, done. */
export function ImportSteps({ state }: { state: Import['state'] | null }) {
  const at = state === null ? 0 : stepIndexByState[state];
  return (
    <ol aria-label={t('import.steps')} className="flex flex-wrap items-center gap-x-2 gap-y-[6px] text-small">
      {steps.map((step, i) => (
        <li
          key={step}
          aria-current={i === at ? 'step' : undefined}
          className={cx(
            'flex items-center gap-2 text-ink-2',
            i === at && 'font-strong text-ink',
            i > 0 &&
              'before:me-1 before:h-px before:w-7 before:bg-line-2 max-sm:before:hidden before:content-[""]',
          )}
        >
          <span
            aria-hidden="true"
            className={cx(
              'grid size-[26px] place-items-center rounded-full text-xs font-strong',
              i < at && 'bg-tone-success-bg text-tone-success',
              i === at && 'bg-btn text-btn-ink',
              i > at && 'bg-sunk',
            )}
          >
            {i < at ? <Check size={14} strokeWidth={2.4} /> : formatNumberInLang(i + 1)}
          </span>
          {t(`import.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}
