import { UsersRound } from 'lucide-react';
import type { DisruptionHead } from '#shared/contract/disruptions.ts';
import { type DisplacedState, displacedStates } from '#shared/domain/displaced-state.ts';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { stateLooks } from './state-pill.tsx';

export type ShownState = DisplacedState | 'all';

interface StateCountsProps {
  counts: DisruptionHead['counts'];
  shown: ShownState;
  onShow(shown: ShownState): void;
}

/** States that are always shown; others only with at least one patient. */
const alwaysShownStates: readonly DisplacedState[] = ['taken', 'another', 'cancelled', 'open', 'call'];

/** Number of patients in each state; each is a filter of the list. */
export function StateCounts({ counts, shown, onShow }: StateCountsProps) {
  const states = displacedStates.filter((state) => alwaysShownStates.includes(state) || counts[state]);
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const tally = (of: ShownState, label: string, n: number) => {
    const Icon = of === 'all' ? UsersRound : stateLooks[of].icon;
    return (
      <button
        key={of}
        type="button"
        aria-pressed={shown === of}
        onClick={() => onShow(of)}
        className="grid min-h-tap flex-1 basis-32 last:odd:col-span-2 content-between gap-1 rounded-card border border-line bg-surface px-4 py-3 text-start aria-pressed:border-2 aria-pressed:border-brand hover:border-line-2"
      >
        <span className="flex items-center gap-2 text-small text-ink-2">
          <Icon size={16} strokeWidth={1.7} aria-hidden="true" />
          {label}
        </span>
        <b className="display num text-[1.75rem] leading-none arabic:text-[2.1rem]">
          {formatNumberInLang(n)}
        </b>
      </button>
    );
  };
  return (
    <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap print:hidden">
      {tally('all', t('plans.all'), all)}
      {states.map((state) => tally(state, t(`plans.state.${state}`), counts[state] ?? 0))}
    </div>
  );
}
