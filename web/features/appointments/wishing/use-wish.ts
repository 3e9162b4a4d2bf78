import { useState } from 'react';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import { listLocations } from '#shared/contract/locations.ts';
import { makeWish, type Wish } from '#shared/contract/offers.ts';
import { listServices } from '#shared/contract/services.ts';
import { addDays } from '#shared/domain/clinic-time.ts';
import { type DayPart, dayParts } from '#shared/domain/day-part.ts';
import { listSelectableBranches } from '#shared/domain/visits/closed-branch.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { type DoctorChoice, toDoctorChoiceBody } from '#web/features/appointments/doctors/doctor-choice.ts';
import type { WishDialogRequest } from '#web/features/appointments/wishing/open-wish-dialog.ts';

export interface WishChoice {
  /** Null: any branch. */
  locationId: number | null;
  serviceId: number | null;
  doctor: DoctorChoice;
  fromDate: string;
  toDate: string;
  /** Empty: the whole day. */
  parts: readonly DayPart[];
}

/** Number of days after the first that are proposed if no day was chosen. */
const defaultWishDays = 13;

/** The entered wish and the request that joins the waiting list. */
export function useWish({ today, preset, patient }: WishDialogRequest) {
  const readingLocations = useRead(listLocations);
  const readingServices = useRead(listServices);
  const [locations, services] = [readingLocations.data, readingServices.data];
  const first = preset.date ?? today;
  const [chosen, setChosen] = useState<WishChoice>({
    locationId: preset.locationId ?? null,
    serviceId: preset.serviceId ?? null,
    doctor: 'any',
    fromDate: first,
    toDate: preset.until ?? preset.date ?? addDays(first, defaultWishDays),
    parts: [],
  });
  const choice = { ...chosen, serviceId: chosen.serviceId ?? services?.[0]?.id ?? null };
  const selectable = listSelectableBranches(locations ?? [], choice.fromDate, choice.locationId);
  const branches = selectable.filter(({ id }) => choice.locationId === null || id === choice.locationId);
  const byDoctor = branches.some(({ bookedBy }) => bookedBy === 'doctor');
  const [refused, setRefused] = useState<ApiError | null>(null);
  const [joined, setJoined] = useState<Wish | null>(null);
  const joining = useChange(makeWish);

  function choose(change: Partial<WishChoice>) {
    setChosen((before) => {
      const next = { ...before, ...change };
      // Another branch has other doctors.
      if (change.locationId !== undefined && typeof next.doctor === 'number') next.doctor = 'any';
      if (next.toDate < next.fromDate) next.toDate = next.fromDate;
      return next;
    });
  }

  /** `patientId`: a person whose appointments the user manages. */
  async function join(patientId?: number): Promise<void> {
    if (choice.serviceId === null) return;
    const { serviceId, fromDate, toDate, parts, doctor } = choice;
    const body: BodyInput<typeof makeWish> = {
      serviceId,
      fromDate,
      toDate,
      // All parts of the day mean the whole day.
      parts: parts.length === dayParts.length ? [] : [...parts],
      locationIds: branches.map(({ id }) => id),
      ...(byDoctor ? toDoctorChoiceBody(doctor) : {}),
      userId: patient?.id ?? patientId,
    };
    setRefused(null);
    try {
      const wishes = await joining.mutateAsync({ body });
      setJoined(wishes.find((wish) => wish.serviceId === serviceId && wish.appointmentId === null) ?? null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error);
    }
  }
  return {
    ready: locations !== undefined && services !== undefined,
    loadError: readingLocations.error ?? readingServices.error,
    reload() {
      void readingLocations.refetch();
      void readingServices.refetch();
    },
    locations: selectable,
    services: services ?? [],
    choice,
    choose,
    byDoctor,
    joined,
    refused,
    busy: joining.isPending,
    join,
  };
}
export type WishState = ReturnType<typeof useWish>;
