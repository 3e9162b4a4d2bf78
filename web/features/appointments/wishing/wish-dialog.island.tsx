import { useState } from 'react';
import { useSession } from '#web/api/session.ts';
import { defineIsland } from '#web/islands/define.ts';
import { type WishDialogRequest, wishDialog } from '#web/islands/wish-dialog.ts';
import { WishDialog } from './wish-dialog.tsx';

function WishDialogIsland(request: WishDialogRequest) {
  const [open, setOpen] = useState(true);
  const { isLoading } = useSession(true);
  if (!open || isLoading) return null;
  return <WishDialog {...request} onClose={() => setOpen(false)} />;
}

export const island = defineIsland({ ...wishDialog, component: WishDialogIsland });
