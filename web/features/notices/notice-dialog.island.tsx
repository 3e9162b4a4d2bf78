import { useState } from 'react';
import { useSession } from '#web/api/session.ts';
import { type NoticeDialogRequest, noticeDialogIsland } from '#web/features/notices/open-notice-dialog.ts';
import { defineIsland } from '#web/islands/define.ts';
import { NoticeDialog } from './notice-dialog.tsx';

function NoticeDialogIsland(request: NoticeDialogRequest) {
  const [open, setOpen] = useState(true);
  const { isLoading } = useSession(true);
  if (!open || isLoading) return null;
  return <NoticeDialog {...request} onClose={() => setOpen(false)} />;
}

export const island = defineIsland({ ...noticeDialogIsland, component: NoticeDialogIsland });
