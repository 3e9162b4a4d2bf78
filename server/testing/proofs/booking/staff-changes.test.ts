import { afterAll, beforeAll, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import {
  callDisplaced,
  closeBranchFrom,
  joinWaitingList,
  reopenBranch,
  revokeAbsence,
  setDay,
  setRooms,
  startAbsence,
} from './clinic-steps.ts';
import { endBranch } from './closing-steps.ts';
import { offerFromDesk } from './offer-steps.ts';
import type { Step } from './place.ts';
import { leaveClinic, returnToBranch } from './staff-steps.ts';
import { tell } from './story.ts';
import { book } from './visit-steps.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

// An appointment that is impossible for two reasons stays in a disruption while one of them lasts.
const visit = book(0, { branch: 2, day: 1, start: 16 * 60, length: 0 }, 'desk', false, 0);
const [closed, open] = [setDay(2, 1, 1), setDay(2, 1, 0)];
const stories: Readonly<Record<string, readonly Step[]>> = {
  'a doctor leaves during an absence': [
    visit,
    startAbsence(0, 1, 0),
    leaveClinic(0, 'deactivated'),
    revokeAbsence(0),
  ],
  'a doctor leaves while the branch is closed': [visit, closed, leaveClinic(0, 'deactivated'), open],
  'a branch closes after its doctor was back': [
    visit,
    leaveClinic(0, 'deactivated'),
    returnToBranch(0),
    closed,
  ],
  'a branch closes during an absence': [visit, startAbsence(0, 1, 0), closed],
  'a room goes, the branch closes and opens, and the room is back': [
    book(0, { branch: 1, day: 1, start: 16 * 60, length: 1 }, 'desk', false, 'any'),
    book(1, { branch: 1, day: 1, start: 16 * 60 + 20, length: 1 }, 'desk', false, 'any'),
    setRooms(1, 1),
    closeBranchFrom(1, 1),
    reopenBranch(1),
    setRooms(1, 2),
  ],
  'a room goes while a patient has booked over the time that is kept for her': [
    offerFromDesk(0, { branch: 0, day: 0, start: 920, length: 1 }),
    setRooms(0, 2),
    book(0, { branch: 0, day: 0, start: 940, length: 0 }, 'her', false, 'any'),
    setRooms(0, 1),
  ],
  'somebody waits at a branch that is closed and ends': [
    joinWaitingList(0, 0, 'any'),
    endBranch(0),
    closeBranchFrom(0, 0),
    endBranch(0),
  ],
  'a branch closes, opens and closes after a call': [visit, closed, callDisplaced(), open, closed],
  'a doctor is away after a call about a closed branch': [
    visit,
    closed,
    callDisplaced(),
    open,
    startAbsence(0, 1, 0),
  ],
  'a doctor leaves twice': [
    visit,
    leaveClinic(0, 'otherRole'),
    returnToBranch(0),
    leaveClinic(0, 'elsewhere'),
  ],
  'a doctor leaves the clinic after the branch': [
    book(0, { branch: 2, day: 0, start: 900, length: 0 }, 'her', false, 'any'),
    leaveClinic(0, 'elsewhere'),
    leaveClinic(0, 'deactivated'),
  ],
};

test.each(Object.entries(stories))('%s', (_, story) => tell(t, story));
