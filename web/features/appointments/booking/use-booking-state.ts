import { useEffect, useState, useSyncExternalStore } from 'react';
import { branchDoctors, type Earliest } from '#shared/contract/doctors.ts';
import { addDays } from '#shared/domain/clinic-time.ts';
import { queryClient, useRead } from '#web/api/hooks.ts';
import { useLiveTimes } from '#web/api/live-times.ts';
import { choiceWords } from '#web/features/appointments/doctors/choice-words.ts';
import type { DoctorChoice } from '#web/features/appointments/doctors/doctor-choice.ts';
import type { BookingChoice, BookingProps, BookingService } from './booking-choice.ts';
import { choiceStore } from './choice-store.ts';
import {
  refreshBranch,
  refreshDay,
  refreshTimes,
  useBookableDays,
  useFreeTimes,
} from './use-availability.ts';
import { useKeptTimes } from './use-kept-times.ts';

/**
 * What was chosen, as far as it still exists: branches and services come and go, days pass. A branch brings
 * the first service with it.
 */
function stillThere(
  chosen: BookingChoice,
  { locations, services, today, daysAhead }: BookingProps,
): BookingChoice {
  const location = locations.find(({ id }) => id === chosen.locationId);
  const asked = services.find(({ id }) => id === chosen.serviceId);
  const service = asked ?? (location && services[0]);
  const isOpen = chosen.date !== null && chosen.date >= today && chosen.date <= addDays(today, daysAhead);
  const date = isOpen ? chosen.date : null;
  return {
    locationId: location?.id ?? null,
    serviceId: service?.id ?? null,
    doctor: location?.bookedBy === 'doctor' ? chosen.doctor : null,
    date,
    time: date && location ? chosen.time : null,
  };
}

/** Another service of the same length leaves the time as it is. */
function withService(
  choice: BookingChoice,
  serviceId: number,
  services: readonly BookingService[],
): BookingChoice {
  const minutes = (id: number | null) => services.find((service) => service.id === id)?.minutes;
  return {
    ...choice,
    serviceId,
    time: minutes(choice.serviceId) === minutes(serviceId) ? choice.time : null,
  };
}

const isWhole = ({ locationId, serviceId, doctor, date, time }: BookingChoice, byDoctor: boolean): boolean =>
  [locationId, serviceId, byDoctor ? doctor : 'nobody', date, time].every((chosen) => chosen !== null);

/** What the address asked for and cannot be had, until she has chosen another. */
function unmetOf(
  link: BookingChoice,
  asked: BookingChoice,
  choice: BookingChoice,
): ('location' | 'service' | 'date')[] {
  const unmet = (name: 'locationId' | 'serviceId' | 'date') =>
    link[name] !== null && asked[name] === link[name] && choice[name] !== link[name];
  return [
    ...(unmet('locationId') ? (['location'] as const) : []),
    ...(unmet('serviceId') ? (['service'] as const) : []),
    ...(unmet('date') ? (['date'] as const) : []),
  ];
}

/** A time that was chosen, here or by a link, and that somebody else has by now. Not while hers is being booked. */
function useGoneTime(
  { date, time }: BookingChoice,
  times: readonly string[] | undefined,
  onGone: (lost: { date: string; time: string }) => void,
): void {
  useEffect(() => {
    if (!times || date === null || time === null || times.includes(time)) return;
    if (queryClient.isMutating() === 0) onGone({ date, time });
  }, [times, date, time, onGone]);
}

const nowhere = { locationId: null, serviceId: null, doctor: null };

/**
 * The booking as far as it has been chosen, and what is free for it. Asleep it asks for nothing: while a
 * finished booking is shown.
 */
export function useBookingState(
  props: BookingProps,
  { isAsleep, hasOffers }: { isAsleep: boolean; hasOffers: boolean },
) {
  const { today, daysAhead, locations, services } = props;
  const lastDay = addDays(today, daysAhead);
  const asked = useSyncExternalStore(choiceStore.subscribe, choiceStore.read, choiceStore.readOnServer);
  const choice = stillThere(asked, props);
  const setChoice = choiceStore.replace;
  const link = useSyncExternalStore(choiceStore.subscribe, choiceStore.linked, choiceStore.readOnServer);
  const [lost, setLost] = useState<{ date: string; time: string } | null>(null);

  const location = locations.find(({ id }) => id === choice.locationId);
  const service = services.find(({ id }) => id === choice.serviceId);
  /** What times are looked for while she has named nothing else. */
  const serviceOrFirst = choice.serviceId ?? services[0]?.id ?? null;
  const byDoctor = location?.bookedBy === 'doctor';
  const doctors = useRead(
    branchDoctors,
    byDoctor ? { params: { id: location.id }, query: { service: String(choice.serviceId ?? '') } } : null,
  );
  const days = useBookableDays(isAsleep ? nowhere : choice, { today, lastDay, date: choice.date });
  const times = useFreeTimes(isAsleep ? nowhere : choice, choice.date);
  const kept = useKeptTimes(hasOffers, { ...choice, appointmentId: null });
  useLiveTimes(isAsleep ? null : choice.locationId, refreshTimes);
  useGoneTime(choice, times.slots && [...times.slots.map(({ time }) => time), ...kept], (lostTime) => {
    setLost(lostTime);
    setChoice({ ...choice, time: null });
  });

  return {
    choice,
    recalled: choiceStore.wasComplete(),
    /** What a link asked for that is not to be had here. */
    unmet: unmetOf(link, asked, choice),
    location,
    service,
    byDoctor,
    /** Whom she chose, in words; null where no doctor is asked for. */
    doctor: byDoctor ? choiceWords(choice.doctor, doctors.data?.doctors) : null,
    serviceOrFirst,
    isComplete: isWhole(choice, byDoctor),
    days,
    times,
    /** Times of that day that are kept for her. */
    kept,
    /** She chose the service herself, here or on its card. */
    choseService: () => choiceStore.read().serviceId !== null,
    lost: lost && lost.date === choice.date ? lost.time : null,
    chooseLocation(id: number) {
      setLost(null);
      if (id !== choice.locationId) setChoice({ ...asked, locationId: id, doctor: null, time: null });
    },
    /** The first free time of a branch, with whichever doctor. */
    chooseEarliest({ locationId, date, time }: Earliest) {
      setLost(null);
      const byDoctors = locations.find(({ id }) => id === locationId)?.bookedBy === 'doctor';
      setChoice({ locationId, serviceId: serviceOrFirst, doctor: byDoctors ? 'any' : null, date, time });
    },
    chooseService: (id: number) => setChoice(withService(choice, id, services)),
    chooseDoctor(doctor: DoctorChoice) {
      setLost(null);
      if (doctor !== choice.doctor) setChoice({ ...choice, doctor, time: null });
    },
    chooseDate(date: string) {
      if (date !== choice.date) setChoice({ ...choice, date, time: null });
      void refreshDay(choice, date);
    },
    chooseTime: (time: string) => setChoice({ ...choice, time }),
    /** The booking was made: her other choices stay for the next one. */
    clearTime: () => setChoice({ ...choice, time: null }),
    /** Somebody was quicker: everything else stays, and the free times are asked for anew. */
    loseTime() {
      if (choice.date && choice.time) setLost({ date: choice.date, time: choice.time });
      setChoice({ ...choice, time: null });
      if (choice.locationId !== null) void refreshBranch(choice.locationId);
    },
  };
}

export type BookingState = ReturnType<typeof useBookingState>;
