import { expect } from 'vitest';
import { callApi, dateOf, expectRefusal, expectSuccess, pick, pickLate, type Step } from './place.ts';
import { type Stage, stageOf } from './visit-day.ts';

/** The desk sets the stage of a patient; an outdated board sends a wrong current stage. */
export const setStageAtDesk = (which: number, to: Stage, seen: Stage | 'right'): Step => ({
  check: ({ visits }) => visits.size > 0,
  async run(model, place) {
    const visit = pickLate(model.visits.values(), which);
    const stage = stageOf(visit);
    const from = seen === 'right' ? (stage ?? 'expected') : seen;
    const answer = await callApi(place, 'desk', 'POST', `/api/arrivals/${visit.id}/stage`, { from, to });
    const after = from === stage ? model.enter(visit, to) : null;
    if (!after) return expectRefusal(answer);
    expectSuccess(answer);
    expect(answer.body).toMatchObject({ stage: to, status: after.status });
    model.visits.set(visit.id, after);
  },
});

interface Card {
  id: number;
  stage: Stage;
  status: string;
}

/** Compares the board of a branch's day with the model. */
export const compareBoard = (where: number, ago: number): Step => ({
  async run(model, place) {
    const [branch, day] = [pick(place.branches, where), model.today - ago];
    const url = `/api/arrivals?locationId=${branch}&date=${dateOf(day)}`;
    const { cards } = (await place.t.call('GET', url, { cookie: place.desk.cookie })).json();
    const meant = [...model.visits.values()].flatMap((visit) => {
      const { id, status } = visit;
      const stage = stageOf(visit);
      return visit.branch === branch && visit.day === day && stage ? [{ id, stage, status }] : [];
    });
    const shown = cards.map(({ id, stage, status }: Card) => ({ id, stage, status }));
    const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
    expect(shown.sort(byId)).toEqual(meant.sort(byId));
  },
});
