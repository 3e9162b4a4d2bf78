import type { Notice } from '#shared/contract/desk/notices.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';
import type { IslandHead } from '#web/islands/define.ts';

export interface NoticeDialogRequest {
  /** The clinic's date. */
  today: string;
  /** Whom the list or the board shows. */
  audience: Notice['audience'];
}

export const noticeDialog = {
  name: 'notice-dialog',
  areas: ['common', 'errors', 'staff', 'notice'],
} satisfies IslandHead;

/** Writes to the patients of a day, from any page of the staff; its code is fetched when it is asked for. */
export async function openNoticeDialog(request: NoticeDialogRequest): Promise<void> {
  const { open } = await import('#web/islands/wake.ts');
  await open(noticeDialog, request);
}

type Shown = Omit<Notice['audience'], 'status'> & {
  status?: string | undefined;
  coming?: string | undefined;
};

/** Of what a list shows, which is to come anyway; nobody writes to those of a status who come no more. */
export function audienceOf(list: Shown): Notice['audience'] {
  const { status, coming: _, ...shown } = list;
  return { ...shown, ...(openStatuses.some((open) => open === status) ? { status } : {}) };
}
