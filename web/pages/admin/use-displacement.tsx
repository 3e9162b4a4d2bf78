import { offerDisplaced } from '#shared/contract/disruptions.ts';
import { sendChange } from '#web/api/changes.ts';
import type { Displacement } from '#web/api/displacement.ts';
import { buildOffers, useProposalChoices } from '#web/features/disruptions/choices.ts';
import { DisplacedBrief } from '#web/features/disruptions/displaced-brief.tsx';

const disruptionsPath = '/clinic/disruptions';

export function useDisplacement(): Displacement {
  const { choices, choose } = useProposalChoices();
  return {
    list: (displaced) => (
      <DisplacedBrief
        displaced={displaced}
        choices={choices}
        onChoose={choose}
        listHref="/admin/dashboard?tab=appointments&"
      />
    ),
    async onSaved({ visits }, offers) {
      if (visits.length === 0) return;
      // Even if the offers fail, the change is saved; the page of answers lists the patients who have not
      // been informed.
      const done = offers
        ? await sendChange(offerDisplaced, { body: { visits: buildOffers(visits, choices) } }).catch(
            () => null,
          )
        : null;
      const [only, ...more] = done?.disruptionIds ?? [];
      location.assign(only === undefined || more.length > 0 ? disruptionsPath : `${disruptionsPath}/${only}`);
    },
  };
}
