import type { Notice } from '#shared/contract/desk/notices.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';
import type { IslandMeta } from '#web/islands/define.ts';

export interface NoticeDialogRequest {
  /** Today, in the clinic's time zone. */
  today: string;
  /** Filters of the list or the board from which the dialog was opened. */
  audience: Notice['audience'];
}

export const noticeDialogIsland = {
  name: 'notice-dialog',
  areas: ['common', 'errors', 'staff', 'notice'],
} satisfies IslandMeta;

/**
 * Opens the dialog that writes to the patients of a day, from any staff page; its code is loaded on first
 * use.
 */
export async function openNoticeDialog(request: NoticeDialogRequest): Promise<void> {
  const { openIsland: open } = await import('#web/islands/load-island.ts');
  await open(noticeDialogIsland, request);
}

type ShownListFilters = Omit<Notice['audience'], 'status'> & {
  status?: string | undefined;
  coming?: string | undefined;
};

/**
 * Recipients from the filters of a list. `coming` is always implied, and a status of closed appointments is
 * dropped, because their patients get no message.
 */
export function buildAudience(list: ShownListFilters): Notice['audience'] {
  const { status, coming: _, ...shown } = list;
  return { ...shown, ...(openStatuses.some((open) => open === status) ? { status } : {}) };
}
