import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import { staff } from '#server/db/schema/staff.ts';
import type { Deps } from '#server/deps.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { type AppointmentRow, presentAppointment } from '#server/features/appointments/queries.ts';
import { currentDoctors } from '#server/features/doctors/queries.ts';
import { findMessageReaders } from '#server/features/families/family-queries.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { worksAt } from '#server/features/users/branch-queries.ts';
import type { DisplacedVisit } from '#shared/contract/disruptions.ts';
import { dayClock, localDateTime } from '#shared/domain/clinic-time.ts';
import { firstChannel } from '#shared/domain/messages/contact-channels.ts';
import {
  findNextStart,
  startToInstant,
  withTimelyChannels,
} from '#shared/domain/messages/timely-channels.ts';
import { findAnswerDeadline, type Proposal } from '#shared/domain/nearest-times.ts';
import { findFirstOfferable } from '#shared/domain/wish-rules.ts';
import { ProposalPlan, type UnsavedChange } from './proposal-plan-queries.ts';

/** Minimum time to hear of a new appointment; travelling comes on top. */
const minNoticeMinutes = 30;

const presentProposal = ({ locationId, date, time, doctorId, kind }: Proposal) => ({
  locationId,
  appointmentDate: date,
  appointmentTime: time,
  doctorId,
  kind,
});

/** The women among the doctors of these appointments, also those who have left. */
async function findWomenDoctors(
  deps: Pick<Deps, 'db'>,
  rows: readonly AppointmentRow[],
): Promise<ReadonlySet<number>> {
  const ids = [...new Set(rows.flatMap(({ doctorId }) => doctorId ?? []))];
  const isWoman = and(inArray(staff.userId, ids), eq(staff.gender, 'female'));
  return new Set((await deps.db.select({ id: staff.userId }).from(staff).where(isWoman)).map(({ id }) => id));
}

/**
 * Displaced appointments by time, each with its patient's channel and other times, at the viewer's branches.
 * For an appointment in `offeredBranches`, the offered branch is the only other one.
 */
export async function proposeTimes(
  deps: Pick<Deps, 'cache' | 'config' | 'db' | 'now'>,
  viewer: Pick<Viewer, 'branches'>,
  rows: readonly AppointmentRow[],
  coming: UnsavedChange = {},
  offeredBranches: ReadonlyMap<number, number | null> = new Map(),
): Promise<DisplacedVisit[]> {
  const settings = await currentSettings(deps);
  const { prefix } = settings;
  const now = deps.now();
  const clock = dayClock(now);
  const branches = (await currentLocations(deps)).map(({ id }) => id).filter((id) => worksAt(viewer, id));
  const working = new Set((await currentDoctors(deps)).map(({ id }) => id));
  const women = await findWomenDoctors(deps, rows);
  const people = await findMessageReaders(deps.db, [...new Set(rows.map(({ userId }) => userId))]);
  const plan = new ProposalPlan(deps, branches, coming);
  const notBefore = findFirstOfferable(localNow(clock), minNoticeMinutes);
  const shown: DisplacedVisit[] = [];
  for (const row of rows.toSorted((a, b) => a.localStart.localeCompare(b.localStart) || a.id - b.id)) {
    // Hundreds of appointments at many branches are computed: other requests run in between.
    await nextTurn();
    const visit = presentAppointment(row, prefix);
    const person = people.get(visit.userId);
    const proposals = await plan.nearestTo(
      {
        locationId: visit.locationId,
        date: visit.appointmentDate,
        time: visit.appointmentTime,
        minutes: visit.durationMinutes,
        doctorId: visit.doctorId,
        doctorWish: visit.doctorWish,
        hasLeft: visit.doctorId !== null && !working.has(visit.doctorId),
        byWoman: visit.doctorWish === 'named' && visit.doctorId !== null && women.has(visit.doctorId),
        offeredBranch: offeredBranches.get(visit.id) ?? undefined,
      },
      notBefore,
    );
    const [nearest] = proposals;
    const offered = nearest ? localDateTime(nearest.date, nearest.time) : row.localStart;
    const by = startToInstant(findAnswerDeadline(localNow(clock), row.localStart, offered));
    const start = findNextStart(now, [row.localStart, offered]);
    shown.push({
      visit,
      reachedBy: person ? firstChannel(withTimelyChannels(person, settings, { now, start, by })) : null,
      proposals: proposals.map(presentProposal),
    });
  }
  return shown;
}
