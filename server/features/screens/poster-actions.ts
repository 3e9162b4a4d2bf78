import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { patientIdsOf } from '#server/engine/http/viewers.ts';
import { hashToken } from '#server/engine/secrets/tokens.ts';
import { checkInHere, ownDayIfToday } from '#server/features/arrivals/own-actions.ts';
import { visitsOnDay } from '#server/features/arrivals/queries.ts';
import { ownersOfPhone } from '#server/features/links/queries.ts';
import { locationWithId } from '#server/features/locations/queries.ts';
import { asPatient } from '#server/features/notifications/link-viewer-actions.ts';
import type { OwnDay } from '#shared/contract/arrivals.ts';
import type { Reply } from '#shared/contract/endpoint.ts';
import type { Location } from '#shared/contract/locations.ts';
import type { readPoster } from '#shared/contract/screens.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { normalisePhone } from '#shared/domain/people/phone.ts';
import { roles } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { noteUse, screenWith } from './queries.ts';

/** The branch of a poster, while it is valid. */
async function branchOf(deps: Deps, token: string): Promise<Location> {
  const poster = await screenWith(deps.db, 'poster', hashToken(token));
  const branch = poster && (await locationWithId(deps, poster.locationId));
  if (!poster || !branch) throw new Refusal('not_found');
  await noteUse(deps, poster);
  return branch;
}

/**
 * Today's appointments at a branch of a person and of the patients whose guardian she is, by person and time.
 */
async function todayAt(deps: Deps, viewer: Viewer, branch: Location): Promise<number[]> {
  const { date } = dayClock(deps.now());
  const days = patientIdsOf(viewer).map((id) => visitsOnDay(deps.db, id, date, branch.id));
  return (await Promise.all(days)).flat();
}

async function dayAt(deps: Deps, viewer: Viewer, branch: Location): Promise<OwnDay | null> {
  for (const id of await todayAt(deps, viewer, branch)) {
    const day = await ownDayIfToday(deps, viewer, id);
    if (day && day.stage !== 'seen' && day.stage !== 'left') return day;
  }
  return null;
}

/** The branch of a poster, and the stages of a signed-in user's appointments there today. */
export async function describePoster(
  deps: Deps,
  viewer: Viewer | null,
  token: string,
): Promise<Reply<typeof readPoster>> {
  const branch = await branchOf(deps, token);
  const isPatient = viewer !== null && roles[viewer.role].books;
  return {
    branch: { name: branch.name, nameAr: branch.nameAr },
    known: isPatient,
    day: isPatient ? await dayAt(deps, viewer, branch) : null,
  };
}

/**
 * Marks the patient as arrived for each of today's appointments; appointments that the desk has greeted stay
 * unchanged.
 */
async function sayOfAll(
  deps: Deps,
  viewer: Viewer,
  branch: Location,
  how: Parameters<typeof checkInHere>[3] = {},
): Promise<void> {
  for (const id of await todayAt(deps, viewer, branch)) {
    try {
      await checkInHere(deps, viewer, id, how);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

interface AtPoster {
  readonly day: OwnDay | null;
  /** Work that runs after the answer is sent. */
  readonly afterwards?: () => Promise<void>;
}

/**
 * Marks the signed-in user as arrived, else the patients with the typed number. The answer to a number is
 * always the same and is sent before any lookup, so neither the answer nor its time reveals an appointment.
 */
export async function checkInByPoster(
  deps: Deps,
  viewer: Viewer | null,
  from: Actor,
  { token, phone }: { token: string; phone: string | undefined },
): Promise<AtPoster> {
  const branch = await branchOf(deps, token);
  if (viewer !== null && roles[viewer.role].books) {
    await sayOfAll(deps, viewer, branch);
    return { day: await dayAt(deps, viewer, branch) };
  }
  const number = phone === undefined ? null : normalisePhone(phone);
  if (number === null) throw new Refusal('malformed', { fields: { phone: 'validation.phone' } });
  return { day: null, afterwards: () => sayHereByNumber(deps, branch, from, number) };
}

async function sayHereByNumber(deps: Deps, branch: Location, from: Actor, number: string): Promise<void> {
  for (const owner of await ownersOfPhone(deps.db, number)) {
    if (!roles[owner.role].books) continue;
    const person = asPatient({ id: owner.id, name: '', lang: owner.locale }, from);
    await sayOfAll(deps, person, branch, { by: from, byNumber: true });
  }
}
