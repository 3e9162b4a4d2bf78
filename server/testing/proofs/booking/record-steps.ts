import { expect } from 'vitest';
import type { BookingModel } from './model.ts';
import type { Care } from './model-types.ts';
import { callApiWithProof, expectRefusal, expectSuccess, pick, pickLate, type Step } from './place.ts';

/** How long a merge can be undone, in minutes. */
const undoable = 30 * 24 * 60;

/** Both patients have appointments that overlap, at any branches. */
function haveOverlap(model: BookingModel, one: number, other: number): boolean {
  const of = (patient: number) => model.standing().filter((visit) => visit.patient === patient);
  return of(one).some((a) =>
    of(other).some((b) => a.day === b.day && a.start < b.start + b.minutes && b.start < a.start + a.minutes),
  );
}

/** One of the two is or was guardian of the other. */
const areFamily = ({ cares }: BookingModel, ids: readonly number[]): boolean =>
  [...cares.values()].some(({ patient, guardian }) => ids.includes(patient) && ids.includes(guardian));

/** Obstacles to merging two existing records, whichever is kept. */
function listMergeObstacles(model: BookingModel, one: number, other: number): string[] {
  const [mine, hers] = [model.careOf(one)?.guardian, model.careOf(other)?.guardian];
  const found = {
    bothSignIn: model.records.get(one)?.signsIn && model.records.get(other)?.signsIn,
    overlap: haveOverlap(model, one, other),
    twoGuardians: mine !== undefined && hers !== undefined && mine !== hers,
    oneFamily: areFamily(model, [one, other]),
  };
  return Object.entries(found).flatMap(([name, isSo]) => (isSo ? name : []));
}

/** Moves rows with this value, or only those with these ids, to another value; returns the ids. */
function reassignRows<T extends { readonly id: number }, K extends keyof T>(
  all: Map<number, T>,
  key: K,
  { from, to, only }: { from: T[K]; to: T[K]; only?: readonly number[] },
): number[] {
  const hers = [...all.values()].filter((one) => one[key] === from && (only?.includes(one.id) ?? true));
  for (const one of hers) all.set(one.id, { ...one, [key]: to });
  return hers.map(({ id }) => id);
}

/**
 * The guardianship of the merged record: it ended if the guardian has the kept record too; otherwise the kept
 * record's rights apply.
 */
function guardianshipAfterMerge(model: BookingModel, kept: number, care: Care): Care {
  if (model.careOf(kept)) return { ...care, ended: true };
  return model.records.get(kept)?.signsIn ? { ...care, sees: false } : care;
}

/** Merges two records of one person; the caller chooses which one to keep. */
export const mergeTwoRecords = (keeps: number, goes: number): Step => ({
  async run(model, place) {
    const [kept, gone] = [pick(place.patients, keeps).id, pick(place.patients, goes).id];
    const preview = await callApiWithProof(place, 'GET', `/api/merges/preview?oneId=${kept}&otherId=${gone}`);
    const answer = await callApiWithProof(place, 'POST', '/api/merges', {
      keptId: kept,
      goneId: gone,
      take: [],
    });
    if (kept === gone || !model.isThere(kept) || !model.isThere(gone)) {
      expectRefusal(preview);
      return expectRefusal(answer);
    }
    const obstacles = listMergeObstacles(model, kept, gone);
    // Whether both wait for the same service is not in the model, because entries end by the clock.
    const waitForSame = preview.body.obstacles.includes('wishes');
    const others = preview.body.obstacles.filter((one: string) => one !== 'wishes');
    expect(others.toSorted()).toEqual(obstacles.toSorted());
    const keepOther = model.records.get(gone)?.signsIn && !model.records.get(kept)?.signsIn;
    if (obstacles.length > 0 || keepOther || waitForSame) return expectRefusal(answer);
    expectSuccess(answer, 201);
    const { rows } = await place.t.deps.database.pool.query<{ id: number }>(
      'select max(id) as id from merges',
    );
    const before = model.careOf(gone);
    const after = before && guardianshipAfterMerge(model, kept, before);
    if (after) model.cares.set(after.id, after);
    const way = { from: gone, to: kept };
    model.joined.set(rows[0]?.id ?? 0, {
      kept,
      gone,
      at: model.now,
      care: before && after !== before ? { ...before, ended: after?.ended === true } : undefined,
      visits: reassignRows(model.visits, 'patient', way),
      keptTimes: reassignRows(model.kept, 'patient', way),
      asPatient: reassignRows(model.cares, 'patient', way),
      asGuardian: reassignRows(model.cares, 'guardian', way),
    });
    model.records.set(gone, { signsIn: false, into: kept });
  },
});

/** Undoes a merge: moved rows go back, rows added since stay. */
export const undoLatestMerge = (which: number): Step => ({
  check: ({ joined }) => joined.size > 0,
  async run(model, place) {
    const [id, joining] = pickLate(model.joined, which);
    const { kept, gone, at, care } = joining;
    const answer = await callApiWithProof(place, 'POST', `/api/merges/${id}/undo`);
    if (!model.isThere(kept) || at <= model.now - undoable) return expectRefusal(answer);
    expectSuccess(answer, 204);
    const way = { from: kept, to: gone };
    reassignRows(model.visits, 'patient', { ...way, only: joining.visits });
    reassignRows(model.kept, 'patient', { ...way, only: joining.keptTimes });
    reassignRows(model.cares, 'patient', { ...way, only: joining.asPatient });
    reassignRows(model.cares, 'guardian', { ...way, only: joining.asGuardian });
    const now = care && model.cares.get(care.id);
    if (care && now) model.cares.set(now.id, { ...now, sees: care.sees, ended: !care.ended && now.ended });
    model.records.set(gone, { signsIn: false, into: null });
    model.joined.delete(id);
  },
});
