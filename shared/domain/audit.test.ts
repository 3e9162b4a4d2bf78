import { expect, it } from 'vitest';
import { enCommon } from '../messages/en/common.ts';
import { enLogs } from '../messages/en/logs.ts';
import { enLogsAudit } from '../messages/en/logs-audit.ts';
import { auditActions, auditSubjects, isAuditAction, isAuditSubject } from './audit.ts';

const words = Object.keys({ ...enCommon, ...enLogs, ...enLogsAudit });
const spoken = (prefix: string) =>
  words.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));

it('every action and every subject has a text, and every text is used', () => {
  expect(spoken('logs.action.').sort()).toEqual([...auditActions].sort());
  expect(spoken('logs.subject.').sort()).toEqual([...auditSubjects].sort());
});

it('actions are spelled alike and unique', () => {
  expect(auditActions.filter((action) => !/^[a-z]+(_[a-z]+)*$/.test(action))).toEqual([]);
  expect(new Set(auditActions).size).toBe(auditActions.length);
  expect([isAuditAction('no_show'), isAuditAction('pending'), isAuditSubject('moons')]).toEqual([
    true,
    false,
    false,
  ]);
});
