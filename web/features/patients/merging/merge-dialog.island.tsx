import { useState } from 'react';
import { useSession } from '#web/api/session.ts';
import {
  type MergeDialogRequest,
  mergeDialogIsland,
} from '#web/features/patients/merging/open-merge-dialog.ts';
import { defineIsland } from '#web/islands/define.ts';
import { MergeDialog } from './merge-dialog.tsx';

function MergeDialogIsland(request: MergeDialogRequest) {
  const [open, setOpen] = useState(true);
  const { user, isLoading } = useSession(true);
  if (!open || isLoading || !user) return null;
  return <MergeDialog {...request} mayJoin={user.role === 'admin'} onClose={() => setOpen(false)} />;
}

export const island = defineIsland({ ...mergeDialogIsland, component: MergeDialogIsland });
