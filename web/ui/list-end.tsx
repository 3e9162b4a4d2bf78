import type { ReactNode } from 'react';
import { t } from '#web/i18n.ts';
import { Button } from './button.tsx';

export type ListEndProps = {
  /** The total as text. */
  total: ReactNode;
  more: boolean;
  busy: boolean;
  labels: { more: string; busy: string };
  onMore(): void;
};

/** Below a paginated list: the total and a button for the next page. */
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

/** A centred button for the next page; nothing on the last page. */
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
