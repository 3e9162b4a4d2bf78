import { insertGuardianship } from '#server/features/families/family-queries.ts';
import { callApi, expectSuccess, pick, pickLate, type Step } from './place.ts';

/** A patient gets a guardian; the agreement itself is not modelled. */
export const beginCare = (who: number, by: number): Step => ({
  async run(model, place) {
    const [patient, guardian] = [pick(place.patients, who).id, pick(place.patients, by).id];
    const isOne = patient === guardian || !model.isThere(patient) || !model.isThere(guardian);
    if (isOne || model.careOf(patient)) return;
    const { db, now } = place.t.deps;
    const care = { patientId: patient, guardianId: guardian, seesVisits: true };
    const id = await insertGuardianship(db, { ...care, relation: 'mother', since: now() });
    if (id === null) throw new Error('the patient already has a guardian');
    model.cares.set(id, { id, patient, guardian, sees: true, ended: false });
  },
});

/** The patient changes what her guardian sees, or one of the two ends the guardianship. */
export const changeCare = (which: number, how: 'sees' | 'hidden' | 'ended', byGuardian: boolean): Step => ({
  check: ({ cares }) => [...cares.values()].some(({ ended }) => !ended),
  async run(model, place) {
    const care = pickLate(
      [...model.cares.values()].filter(({ ended }) => !ended),
      which,
    );
    const { id, patient, guardian } = care;
    const url = `/api/patients/${patient}/guardian`;
    if (how === 'ended') {
      expectSuccess(await callApi(place, byGuardian ? guardian : patient, 'DELETE', url), 204);
      model.cares.set(id, { ...care, ended: true });
      return;
    }
    const sees = how === 'sees';
    expectSuccess(await callApi(place, patient, 'PUT', url, { seesVisits: sees, readsNotes: false }));
    model.cares.set(id, { ...care, sees });
  },
});
