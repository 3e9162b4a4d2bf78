import { useEffect, useState } from 'react';
import { addDays, addMonths, monthKey } from '#shared/domain/clinic-time.ts';
import {
  type BookingChoice,
  type BookingProps,
  type BookingService,
  type BookingWish,
  keepChoice,
  nothingChosen,
  recallChoice,
  takeWish,
  wishEvent,
} from './booking-choice.ts';
import { bookableRange, refreshBranch, refreshDay, useFreeDays, useFreeTimes, useNextFreeDay } from './use-availability.ts';

const firstOf = (date: string): string => `${monthKey(date)}-01`;

/** A branch brings the first service with it; a time stands only as long as nothing it depends on changes. */
function withLocation(choice: BookingChoice, locationId: number, services: readonly BookingService[]): BookingChoice {
  if (choice.locationId === locationId) return choice;
  return { ...choice, locationId, serviceId: choice.serviceId ?? services[0]?.id ?? null, time: null };
}

function withService(choice: BookingChoice, serviceId: number, services: readonly BookingService[]): BookingChoice {
  const minutes = (id: number | null) => services.find((service) => service.id === id)?.minutes;
  return { ...choice, serviceId, time: minutes(choice.serviceId) === minutes(serviceId) ? choice.time : null };
}

/** The booking as far as it has been chosen, and what is free for it. */
export function useBookingState({ today, daysAhead, locations, services }: BookingProps) {
  const lastDay = addDays(today, daysAhead);
  const [choice, setChoice] = useState<BookingChoice>(nothingChosen);
  const [shown, setShown] = useState<string | null>(null);
  const [lost, setLost] = useState<{ date: string; time: string } | null>(null);
  const [recalled, setRecalled] = useState(false);

  useEffect(() => {
    const apply = (before: BookingChoice, wish: BookingWish): BookingChoice => {
      const location = locations.find(({ id }) => id === wish.locationId);
      const service = services.find(({ id }) => id === wish.serviceId);
      const placed = location ? withLocation(before, location.id, services) : before;
      return service ? withService(placed, service.id, services) : placed;
    };
    const onWish = () => {
      const wish = takeWish();
      setChoice((before) => apply(before, wish));
    };
    const before = recallChoice({ locations, services, today });
    setRecalled(before.time !== null);
    const wish = takeWish();
    // A choice made while the form was waking up is newer than anything remembered.
    setChoice((current) => (current === nothingChosen ? apply(before, wish) : current));
    addEventListener(wishEvent, onWish);
    return () => removeEventListener(wishEvent, onWish);
  }, [locations, services, today]);
  useEffect(() => {
    if (choice !== nothingChosen) keepChoice(choice);
  }, [choice]);

  const location = locations.find(({ id }) => id === choice.locationId);
  const service = location && services.find(({ id }) => id === choice.serviceId);
  const firstMonth = firstOf(choice.date ?? today);
  const opening = useFreeDays(choice, shown ? null : bookableRange(firstMonth, today, lastDay));
  // A month with nothing left to book opens on the next, unless she turned the page herself.
  const isOver = opening.days?.every((day) => day.free === 0) && firstOf(lastDay) > firstMonth && !choice.date;
  const month = shown ?? (isOver ? `${addMonths(monthKey(firstMonth), 1)}-01` : firstMonth);
  const days = useFreeDays(choice, bookableRange(month, today, lastDay));
  const times = useFreeTimes(choice, choice.date);
  const isFull = times.slots?.length === 0;
  const nextFreeDay = useNextFreeDay(isFull ? choice : { ...choice, locationId: null }, choice.date ?? today, lastDay, days.days);

  return {
    choice,
    /** Chosen earlier in this tab, before a login or a reload. */
    recalled,
    location,
    service,
    isComplete: location !== undefined && service !== undefined && choice.date !== null && choice.time !== null,
    lastDay,
    month,
    days,
    times,
    nextFreeDay,
    lost: lost && lost.date === choice.date ? lost.time : null,
    chooseLocation(id: number) {
      setLost(null);
      setChoice(withLocation(choice, id, services));
    },
    chooseService: (id: number) => setChoice(withService(choice, id, services)),
    chooseDate(date: string) {
      setShown(firstOf(date));
      if (date !== choice.date) setChoice({ ...choice, date, time: null });
      void refreshDay(choice, date);
    },
    chooseTime: (time: string) => setChoice({ ...choice, time }),
    showMonth: (first: string) => setShown(first),
    /** The booking was made: her other choices stay for the next one. */
    clearTime() {
      setChoice({ ...choice, time: null });
      if (choice.locationId !== null) void refreshBranch(choice.locationId);
    },
    /** Somebody was quicker: everything else stays, and the free times are asked for anew. */
    loseTime() {
      if (choice.date && choice.time) setLost({ date: choice.date, time: choice.time });
      setChoice({ ...choice, time: null });
      if (choice.locationId !== null) void refreshBranch(choice.locationId);
    },
  };
}

export type BookingState = ReturnType<typeof useBookingState>;
