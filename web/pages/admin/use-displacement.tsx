import { offerDisplaced } from '#shared/contract/disruptions.ts';
import { change } from '#web/api/changes.ts';
import type { Displacement } from '#web/api/displacement.ts';
import { offersFor, useChoices } from '#web/features/disruptions/choices.ts';
import { DisplacedBrief } from '#web/features/disruptions/displaced-brief.tsx';

const here = '/clinic/disruptions';

export function useDisplacement(): Displacement {
  const { choices, choose } = useChoices();
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
        ? await change(offerDisplaced, { body: { visits: offersFor(visits, choices) } }).catch(() => null)
        : null;
      const [only, ...more] = done?.disruptionIds ?? [];
      location.assign(only === undefined || more.length > 0 ? here : `${here}/${only}`);
    },
  };
}
