import type { ReactNode } from 'react';
import { t } from '#web/i18n.ts';
import { Button } from './button.tsx';

export type ListEndProps = {
  /** How many there are in all, in words. */
  total: ReactNode;
  more: boolean;
  busy: boolean;
  labels: { more: string; busy: string };
  onMore(): void;
};

/** Under a list that is read page by page: the count, and the next page on request. */
export function ListEnd({ total, more, busy, labels, onMore }: ListEndProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-small text-ink-2">
      <span role="status">{total}</span>
      {more && (
        <Button kind="out" size="sm" busy={busy} busyLabel={labels.busy} onClick={onMore}>
          {labels.more}
        </Button>
      )}
    </div>
  );
}

interface LoadMoreProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> };
}

/** The next page of a list on request, in the middle of its grid; nothing where the list has ended. */
export function LoadMore({ list }: LoadMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      kind="out"
      size="sm"
      busy={list.isFetchingNextPage}
      busyLabel={t('common.state.loading')}
      className="justify-self-center"
      onClick={() => void list.fetchNextPage()}
    >
      {t('common.action.loadMore')}
    </Button>
  );
}
