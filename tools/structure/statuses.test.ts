import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tones } from '../../shared/domain/tones.ts';
import {
  allStatuses,
  settableStatuses,
  statuses,
  statusesThatFree,
} from '../../shared/domain/visits/appointment-status.ts';
import { enCommon } from '../../shared/messages/en/common.ts';
import { sourcesUnder } from './files.ts';

test('a tone has its colours in every theme', () => {
  const tokens = readFileSync(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8');
  const styles = ['tones', 'day', 'file'].map((name) =>
    readFileSync(new URL(`../../web/styles/${name}.css`, import.meta.url), 'utf8'),
  );
  for (const tone of tones) expect(styles.join(''), tone).toContain(`[data-tone="${tone}"]`);
  const coloured = [...(styles[0] ?? '').matchAll(/var\((--tone-\w+)\)/g)].map(([, name]) => name);
  expect(coloured.length).toBeGreaterThan(5);
  for (const name of coloured) {
    // Twice: light, and dark, which is written once for the user's choice and the system's.
    expect(tokens.split(`${name}-bg:`).length - 1, name).toBe(2);
    expect(tokens.split(`${name}:`).length - 1, name).toBe(2);
    expect(tokens).toContain(`${name}-bar:`);
  }
});

test('a status has its texts, and a tone that no other status has', () => {
  for (const status of allStatuses) expect(`status.${status}` in enCommon, status).toBe(true);
  for (const status of settableStatuses) expect(`staff.act.${status}` in enCommon, status).toBe(true);
  expect(new Set(allStatuses.map((status) => statuses[status].tone)).size).toBe(allStatuses.length);
});

test('the offline data leaves out appointments that will not take place', () => {
  const worker = readFileSync(new URL('../../web/public/service-worker.js', import.meta.url), 'utf8');
  const kept = worker.slice(worker.indexOf('async function keepVisits'));
  const left = [...kept.slice(0, kept.indexOf('.sort(')).matchAll(/status !== '(\w+)'/g)];
  expect(new Set(left.map(([, status]) => status))).toEqual(new Set(statusesThatFree));
});

test('no query lists statuses with an outcome, or statuses that free the time, by hand', () => {
  const queries = sourcesUnder('server').filter(([path]) => path.endsWith('queries.ts'));
  expect(queries.length).toBeGreaterThan(50);
  const derived = allStatuses.filter(
    (status) => statuses[status].outcome !== null || statuses[status].freesSlot,
  );
  const byHand = new RegExp(`\\bstatus (?:=|<>|(?:not )?in) \\(?'(?:${derived.join('|')})'`);
  expect("where status = 'no_show'").toMatch(byHand);
  expect("and hers.status not in ('cancelled', 'no_show')").toMatch(byHand);
  expect(queries.filter(([, text]) => byHand.test(text)).map(([path]) => path)).toEqual([]);
});
