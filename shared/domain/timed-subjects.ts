import type { AuditSubject } from './audit.ts';

/** What holds a time of a branch: an event of it says of which. */
export const timedSubjects: readonly AuditSubject[] = ['appointments', 'offers'];
