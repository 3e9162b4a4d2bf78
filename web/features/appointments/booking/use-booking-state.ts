import { useEffect, useState, useSyncExternalStore } from 'react';
import { branchDoctors, type Earliest } from '#shared/contract/doctors.ts';
import { addDays } from '#shared/domain/clinic-time.ts';
import { queryClient, useRead } from '#web/api/hooks.ts';
import { useLiveTimes } from '#web/api/live-times.ts';
import { formatDoctorChoice } from '#web/features/appointments/doctors/choice-words.ts';
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
import { useReservedTimes } from './use-reserved-times.ts';

/**
 * The choices that are still valid: branches and services may be deleted and days pass. A branch preselects
 * the first service.
 */
function dropInvalidChoices(
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

/** Another service with the same duration keeps the chosen time. */
function changeChosenService(
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

const isChoiceComplete = (
  { locationId, serviceId, doctor, date, time }: BookingChoice,
  byDoctor: boolean,
): boolean =>
  [locationId, serviceId, byDoctor ? doctor : 'nobody', date, time].every((chosen) => chosen !== null);

/** The choices of the address that are not available, until the user chooses others. */
function listUnmetChoices(
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

/** Drops a chosen time that is no longer free, unless a booking is being sent. */
function useDropTakenTime(
  { date, time }: BookingChoice,
  times: readonly string[] | undefined,
  onGone: (lost: { date: string; time: string }) => void,
): void {
  useEffect(() => {
    if (!times || date === null || time === null || times.includes(time)) return;
    if (queryClient.isMutating() === 0) onGone({ date, time });
  }, [times, date, time, onGone]);
}

const noBranchScope = { locationId: null, serviceId: null, doctor: null };

/**
 * The choices of the booking and the free times for them. While `isAsleep`, for example while a finished
 * booking is shown, nothing is read.
 */
export function useBookingState(
  props: BookingProps,
  { isAsleep, hasOffers }: { isAsleep: boolean; hasOffers: boolean },
) {
  const { today, daysAhead, locations, services } = props;
  const lastDay = addDays(today, daysAhead);
  const asked = useSyncExternalStore(choiceStore.subscribe, choiceStore.read, choiceStore.readOnServer);
  const choice = dropInvalidChoices(asked, props);
  const setChoice = choiceStore.replace;
  const link = useSyncExternalStore(choiceStore.subscribe, choiceStore.linked, choiceStore.readOnServer);
  const [lost, setLost] = useState<{ date: string; time: string } | null>(null);

  const location = locations.find(({ id }) => id === choice.locationId);
  const service = services.find(({ id }) => id === choice.serviceId);
  /** Service used to find times while the user has not chosen one. */
  const serviceOrFirst = choice.serviceId ?? services[0]?.id ?? null;
  const byDoctor = location?.bookedBy === 'doctor';
  const doctors = useRead(
    branchDoctors,
    byDoctor ? { params: { id: location.id }, query: { service: String(choice.serviceId ?? '') } } : null,
  );
  const days = useBookableDays(isAsleep ? noBranchScope : choice, { today, lastDay, date: choice.date });
  const times = useFreeTimes(isAsleep ? noBranchScope : choice, choice.date);
  const kept = useReservedTimes(hasOffers, { ...choice, appointmentId: null });
  useLiveTimes(isAsleep ? null : choice.locationId, refreshTimes);
  useDropTakenTime(choice, times.slots && [...times.slots.map(({ time }) => time), ...kept], (lostTime) => {
    setLost(lostTime);
    setChoice({ ...choice, time: null });
  });

  return {
    choice,
    recalled: choiceStore.wasComplete(),
    /** Choices of a link that are not available. */
    unmet: listUnmetChoices(link, asked, choice),
    location,
    service,
    byDoctor,
    /** Text of the doctor choice; null if the branch is not booked by doctor. */
    doctor: byDoctor ? formatDoctorChoice(choice.doctor, doctors.data?.doctors) : null,
    serviceOrFirst,
    isComplete: isChoiceComplete(choice, byDoctor),
    days,
    times,
    /** Times of that day that are reserved for this patient by an offer. */
    kept,
    /** True if the user chose the service, in the form or on its card; false if it was preselected. */
    choseService: () => choiceStore.read().serviceId !== null,
    lost: lost && lost.date === choice.date ? lost.time : null,
    chooseLocation(id: number) {
      setLost(null);
      if (id !== choice.locationId) setChoice({ ...asked, locationId: id, doctor: null, time: null });
    },
    /** Chooses the first free time of a branch, with any doctor. */
    chooseEarliest({ locationId, date, time }: Earliest) {
      setLost(null);
      const byDoctors = locations.find(({ id }) => id === locationId)?.bookedBy === 'doctor';
      setChoice({ locationId, serviceId: serviceOrFirst, doctor: byDoctors ? 'any' : null, date, time });
    },
    chooseService: (id: number) => setChoice(changeChosenService(choice, id, services)),
    chooseDoctor(doctor: DoctorChoice) {
      setLost(null);
      if (doctor !== choice.doctor) setChoice({ ...choice, doctor, time: null });
    },
    chooseDate(date: string) {
      if (date !== choice.date) setChoice({ ...choice, date, time: null });
      void refreshDay(choice, date);
    },
    chooseTime: (time: string) => setChoice({ ...choice, time }),
    /** After the booking: keeps the other choices for the next one. */
    clearTime: () => setChoice({ ...choice, time: null }),
    /** The time was taken by another patient: keeps the other choices and reads the free times again. */
    loseTime() {
      if (choice.date && choice.time) setLost({ date: choice.date, time: choice.time });
      setChoice({ ...choice, time: null });
      if (choice.locationId !== null) void refreshBranch(choice.locationId);
    },
  };
}

export type BookingState = ReturnType<typeof useBookingState>;
