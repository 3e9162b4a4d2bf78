import { useState } from 'react';
import { useSession } from '#web/api/session.ts';
import {
  type WishDialogRequest,
  wishDialogIsland,
} from '#web/features/appointments/wishing/open-wish-dialog.ts';
import { defineIsland } from '#web/islands/define.ts';
import { WishDialog } from './wish-dialog.tsx';

function WishDialogIsland(request: WishDialogRequest) {
  const [open, setOpen] = useState(true);
  const { isLoading } = useSession(true);
  if (!open || isLoading) return null;
  return <WishDialog {...request} onClose={() => setOpen(false)} />;
}

export const island = defineIsland({ ...wishDialogIsland, component: WishDialogIsland });
