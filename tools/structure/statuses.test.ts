import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  allStatuses,
  settableStatuses,
  statusesThatFree,
} from '../../shared/domain/visits/appointment-status.ts';
import { enCommon } from '../../shared/messages/en/common.ts';
import { enStaff } from '../../shared/messages/en/staff.ts';

test('a status has its colours in every theme, its mark and its words', () => {
  const tokens = readFileSync(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8');
  const marked = readFileSync(new URL('../../web/styles/status.css', import.meta.url), 'utf8');
  for (const status of allStatuses) {
    // Light and dark, which is written once for the choice and for the system.
    expect(tokens.split(`--st-${status}-bg:`).length - 1, status).toBe(2);
    expect(tokens.split(`--st-${status}:`).length - 1, status).toBe(2);
    expect(tokens).toContain(`--st-${status}-bar:`);
    expect(marked).toContain(`[data-status="${status}"]`);
    expect(`status.${status}` in enCommon, status).toBe(true);
  }
  for (const status of settableStatuses) expect(`staff.act.${status}` in enStaff, status).toBe(true);
});

test('what is kept for where there is no network leaves out the visits that will not be', () => {
  const worker = readFileSync(new URL('../../web/public/service-worker.js', import.meta.url), 'utf8');
  const kept = worker.slice(worker.indexOf('async function keepVisits'));
  const left = [...kept.slice(0, kept.indexOf('.sort(')).matchAll(/status !== '(\w+)'/g)];
  expect(new Set(left.map(([, status]) => status))).toEqual(new Set(statusesThatFree));
});
