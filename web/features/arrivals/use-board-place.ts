import { chooseOwnPlace } from '#shared/contract/staff.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { useChange } from '#web/api/changes.ts';
import { pickLanguage } from '#web/i18n.ts';
import { useBoardNames } from './board-names.ts';

export interface BoardSelection {
  locationId: number | null;
  /** Null: today. */
  date: string | null;
}

/** Branch and day of the board; choosing a branch makes it the user's preselected branch. */
export function useBoardSelection(
  place: BoardSelection,
  onPlace: (place: Partial<BoardSelection>) => void,
  now: Date,
) {
  const names = useBoardNames();
  const { mutate: remember } = useChange(chooseOwnPlace);
  const { branches, home } = names;
  const today = dayClock(now).date;
  const date = place.date ?? today;
  const branch =
    branches?.find(({ id }) => id === place.locationId) ?? branches?.find(({ id }) => id === home);
  return {
    names,
    today,
    date,
    isToday: date === today,
    locationId: branch?.id ?? null,
    /** The branch is booked by doctor instead of by room. */
    ofDoctors: branch?.bookedBy === 'doctor',
    title: branch ? pickLanguage(branch.name, branch.nameAr) : '',
    chooseBranch(id: number) {
      onPlace({ locationId: id });
      remember({ body: { homeLocationId: id } });
    },
    chooseDate: (next: string) => onPlace({ date: next === today ? null : next }),
  };
}
