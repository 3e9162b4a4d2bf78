import type { NoShowRow } from '#server/features/appointments/no-show-queries.ts';
import type { Location } from '#shared/contract/locations.ts';
import { splitLocal } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';

interface StaffMessageContext {
  place: Pick<Location, 'id' | 'name' | 'nameAr'>;
  prefix: string;
  now: Date;
}

/** To the branch's staff, in the app: the patient gave an explanation, which is in her file. */
export function staffExplanationMessage(
  to: { id: number; locale: Lang },
  { id, patientId, localStart }: NoShowRow,
  { place, prefix, now }: StaffMessageContext,
) {
  const { date, time } = splitLocal(localStart);
  return {
    userId: to.id,
    dedupeKey: `staffMissedWords:${id}:${now.getTime()}:${to.id}`,
    channel: 'app' as const,
    locale: to.locale,
    template: 'staffMissedWords' as const,
    params: {
      date,
      time,
      locationId: place.id,
      location: (to.locale === 'ar' && place.nameAr) || place.name,
      reference: referenceCode(prefix, id),
      link: `/clinic/patients/${patientId}`,
    },
  };
}
