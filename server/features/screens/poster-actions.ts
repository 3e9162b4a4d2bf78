import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { patientIdsOf } from '#server/engine/http/viewers.ts';
import { hashToken } from '#server/engine/secrets/tokens.ts';
import { loadDayIfToday, markPatientHere } from '#server/features/arrivals/own-day-actions.ts';
import { listPatientDayAppointments } from '#server/features/arrivals/queries.ts';
import { findPhoneOwners } from '#server/features/links/queries.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import { createPatientViewer } from '#server/features/notifications/link-viewer-actions.ts';
import type { OwnDay } from '#shared/contract/arrivals.ts';
import type { Reply } from '#shared/contract/endpoint.ts';
import type { Location } from '#shared/contract/locations.ts';
import type { readPoster } from '#shared/contract/screens.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { normalizePhone } from '#shared/domain/people/phone.ts';
import { roles } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { findScreenByToken, recordScreenUse } from './queries.ts';

/** The branch of a poster, while it is valid. */
async function findPosterBranch(deps: Deps, token: string): Promise<Location> {
  const poster = await findScreenByToken(deps.db, 'poster', hashToken(token));
  const branch = poster && (await findOpenLocation(deps, poster.locationId));
  if (!poster || !branch) throw new Refusal('not_found');
  await recordScreenUse(deps, poster);
  return branch;
}

/**
 * Today's appointments at a branch of a person and of the patients whose guardian she is, by person and time.
 */
async function listVisitsToday(deps: Deps, viewer: Viewer, branch: Location): Promise<number[]> {
  const { date } = dayClock(deps.now());
  const days = patientIdsOf(viewer).map((id) => listPatientDayAppointments(deps.db, id, date, branch.id));
  return (await Promise.all(days)).flat();
}

async function findCurrentVisitDay(deps: Deps, viewer: Viewer, branch: Location): Promise<OwnDay | null> {
  for (const id of await listVisitsToday(deps, viewer, branch)) {
    const day = await loadDayIfToday(deps, viewer, id);
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
  const branch = await findPosterBranch(deps, token);
  const isPatient = viewer !== null && roles[viewer.role].books;
  return {
    branch: { name: branch.name, nameAr: branch.nameAr },
    known: isPatient,
    day: isPatient ? await findCurrentVisitDay(deps, viewer, branch) : null,
  };
}

/**
 * Marks the patient as arrived for each of today's appointments; appointments that the desk has greeted stay
 * unchanged.
 */
async function checkInAllVisits(
  deps: Deps,
  viewer: Viewer,
  branch: Location,
  how: Parameters<typeof markPatientHere>[3] = {},
): Promise<void> {
  for (const id of await listVisitsToday(deps, viewer, branch)) {
    try {
      await markPatientHere(deps, viewer, id, how);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

interface PosterCheckIn {
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
): Promise<PosterCheckIn> {
  const branch = await findPosterBranch(deps, token);
  if (viewer !== null && roles[viewer.role].books) {
    await checkInAllVisits(deps, viewer, branch);
    return { day: await findCurrentVisitDay(deps, viewer, branch) };
  }
  const number = phone === undefined ? null : normalizePhone(phone);
  if (number === null) throw new Refusal('malformed', { fields: { phone: 'validation.phone' } });
  return { day: null, afterwards: () => checkInByPhoneNumber(deps, branch, from, number) };
}

async function checkInByPhoneNumber(
  deps: Deps,
  branch: Location,
  from: Actor,
  number: string,
): Promise<void> {
  for (const owner of await findPhoneOwners(deps.db, number)) {
    if (!roles[owner.role].books) continue;
    const person = createPatientViewer({ id: owner.id, name: '', lang: owner.locale }, from);
    await checkInAllVisits(deps, person, branch, { by: from, byNumber: true });
  }
}
