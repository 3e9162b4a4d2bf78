import { useEffect, useRef } from 'react';
import type { FoundPatient } from '#shared/contract/users.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { useSession } from '#web/api/session.ts';
import { useCurrentTime } from '#web/features/appointments/use-now.ts';
import { useStaffDesk } from './staff-desk.tsx';

/** What the user chose in the search: open a file, book for a patient, or add a new patient. */
export type SearchTask = { open: FoundPatient } | { book: FoundPatient } | { caller: string };

/** The dialogs that follow a choice in the search, on pages with and without a desk of their own. */
export function SearchTaskDialogs({ task, onDone }: { task: SearchTask; onDone(): void }) {
  const now = useCurrentTime();
  const { user } = useSession();
  const desk = useStaffDesk({ kind: user?.role === 'admin' ? 'admin' : 'doctor', now, onDone });
  const begin = useRef(() => {
    if ('open' in task) desk.openFile(task.open);
    else if ('book' in task) desk.newAppointment({ date: dayClock(now).date }, task.book);
    else desk.newCaller(task.caller);
  });
  useEffect(() => begin.current(), []);
  return desk.dialogs;
}
