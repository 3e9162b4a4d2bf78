import { PenLine } from 'lucide-react';
import type { ComponentProps } from 'react';
import { listNoShows, type NoShow, type NoShows } from '#shared/contract/desk/no-shows.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { createOnDemandButton } from '#web/islands/on-demand.tsx';
import { Button } from '#web/ui/button.tsx';

export interface WhyProps {
  no: NoShow;
}

/** The patient's explanation; the code of its form is loaded on hover or focus of the button. */
const ExplanationButton = createOnDemandButton<WhyProps>(
  () => loadWithMessages(['booking'], () => import('./own-why.tsx')).then((m) => m.OwnExplanationForm),
  ({ no, trigger }) => <ExplanationTrigger no={no} {...trigger} />,
);

interface OwnNoShowProps {
  visitId: number;
  patientId: number;
}

/** Shown below a missed appointment: its consequence and the patient's explanation. */
export function OwnNoShow({ visitId, patientId }: OwnNoShowProps) {
  const { data } = useRead(listNoShows, { query: { patientId: String(patientId) } });
  const one = data?.noShows.find(({ id }) => id === visitId);
  if (!data || !one) return null;
  return (
    <div className="grid gap-2 rounded-item bg-tone-attention-bg/60 px-4 py-3 text-ui text-ink">
      <p>
        {t('booking.missed.noted')} {describeConsequence(one, data)}
      </p>
      {one.said && (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere text-ink-2">
          {t('booking.missed.yours', { text: one.said })}
        </p>
      )}
      <ExplanationButton no={one} />
    </div>
  );
}

/** Empty if the clinic attaches no consequence to missed appointments. */
function describeConsequence({ state }: NoShow, { callAfter }: NoShows): string {
  if (callAfter === null && state !== 'excused') return '';
  return t(`booking.missed.state.${state}`, { n: callAfter ?? 0 });
}

export function ExplanationTrigger({ no, ...rest }: WhyProps & Pick<ComponentProps<'button'>, 'onClick'>) {
  return (
    <Button
      {...rest}
      kind="gho"
      size="sm"
      className="-ms-2 justify-self-start"
      icon={<PenLine size={18} strokeWidth={1.7} aria-hidden="true" />}
    >
      {t(no.said ? 'booking.missed.change' : 'booking.missed.why')}
    </Button>
  );
}
