import { type APIRequestContext, expect } from '@playwright/test';
import type { Location } from '#shared/contract/locations.ts';
import { waitForAllServers } from './servers.ts';

const week = [0, 1, 2, 3, 4, 5, 6];

/** The same hours on every day of the week. */
export const everyDay = (startTime: string, endTime: string) =>
  week.map((dayOfWeek) => ({ dayOfWeek, startTime, endTime }));

export interface NewBranch {
  readonly name: string;
  readonly nameAr?: string;
  readonly rooms?: number;
  readonly openHours?: string;
  readonly bookedBy?: 'doctor';
}
export type OpenHours = readonly [from: string, to: string];

/** Creates a branch for one test, open every day in the given hours. */
export async function newBranch(
  asAdmin: APIRequestContext,
  branch: NewBranch,
  hours?: OpenHours,
): Promise<Location> {
  const made = await asAdmin.post('/api/locations', { data: { address: '1 Nile St', ...branch } });
  expect(made.status(), 'a branch').toBe(201);
  const location = (await made.json()) as Location;
  if (hours) {
    const data = everyDay(...hours).map((day) => ({ ...day, isAvailable: true }));
    const opened = await asAdmin.put(`/api/locations/${location.id}/schedules`, { data });
    expect(opened.ok(), 'its hours').toBe(true);
  }
  await waitForAllServers();
  return location;
}
