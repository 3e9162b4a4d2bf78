import { setTimeout as sleep } from 'node:timers/promises';
import { cookieOf, dayFromToday, staffCookie, tokenOf } from '../../../bench/seed.ts';
import type { DayMeasurements } from './seen.ts';

interface Proposed {
  readonly visit: { readonly id: number; readonly userId: number };
  readonly proposals: readonly { readonly kind: string }[];
}

const answers = ['take', 'take', 'take', 'call', 'cancel', 'take', 'silent'] as const;
const stateAfter = { take: 'taken', call: 'call', cancel: 'cancelled', silent: 'open' } as const;

const checkEqual = (found: number | undefined, meant: number, what: string): string[] =>
  found === meant ? [] : [`${found} instead of ${meant} ${what}`];

/**
 * A doctor falls ill for two days: the desk previews the displaced appointments, saves the absence and offers
 * all patients other times at once; the patients answer. Returns appointments whose final state does not
 * match the answer.
 */
export async function simulateIllness(
  seen: DayMeasurements,
  {
    doctor,
    today,
    displaced,
    answerMs,
  }: { doctor: number; today: string; displaced: number; answerMs: number },
): Promise<string[]> {
  const wrong: string[] = [];
  const absence = { userId: doctor, startDate: dayFromToday(today, 1), endDate: dayFromToday(today, 2) };
  const post = { method: 'POST', cookie: staffCookie } as const;
  const previewed = await seen.insist<{ count: number }>('whom an illness displaces', {
    ...post,
    path: '/api/absences/preview',
    body: absence,
  });
  wrong.push(...checkEqual(previewed?.count, displaced, 'displaced'));
  const saved = await seen.insist<{ disruptionId: number }>('an illness is saved', {
    ...post,
    path: '/api/absences',
    body: absence,
  });
  const path = `/api/disruptions/${saved?.disruptionId}`;
  const proposed = await seen.insist<{ visits: Proposed[] }>('other times for all of them', {
    path: `${path}/proposals`,
    cookie: staffCookie,
  });
  const visits = (proposed?.visits ?? []).map(({ visit, proposals: [first] }) => {
    const { kind: _kind, ...time } = first ?? { kind: 'none' };
    return { appointmentId: visit.id, ...(first && { time }) };
  });
  const offered = await seen.insist<{ done: number }>('all are offered a time', {
    ...post,
    path: `${path}/acts`,
    body: { act: 'offer', visits },
  });
  wrong.push(...checkEqual(offered?.done, displaced, 'were offered a time'));
  const expected = new Map<number, string>();
  for (const [n, { visit }] of (proposed?.visits ?? []).entries()) {
    const answer = answers[n % answers.length] ?? 'silent';
    expected.set(visit.id, stateAfter[answer]);
    if (answer === 'silent') continue;
    const cookie = cookieOf(tokenOf(visit.userId));
    const mine = await seen.insist<{ id: number; appointmentId: number }[]>('what is offered to her', {
      path: '/api/offers/mine',
      cookie,
    });
    const offer = mine?.find(({ appointmentId }) => appointmentId === visit.id);
    await seen.insist('her answer', {
      method: 'POST',
      path: `/api/offers/${offer?.id}/answer`,
      body: { answer },
      cookie,
    });
    await sleep(answerMs);
  }
  const kept = await seen.insist<{ rows: { appointmentId: number; state: string }[] }>('what became of all', {
    path,
    cookie: staffCookie,
  });
  for (const { appointmentId, state } of kept?.rows ?? [])
    if (state !== expected.get(appointmentId))
      wrong.push(`visit ${appointmentId} is ${state}, answered was ${expected.get(appointmentId)}`);
  return wrong;
}
