import type { AuditSubject } from './audit.ts';

/** Subjects that occupy times of a branch: their events carry the branch. */
export const timedSubjects: readonly AuditSubject[] = ['appointments', 'offers'];
