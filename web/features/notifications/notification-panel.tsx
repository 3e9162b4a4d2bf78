import * as Popover from 'radix-ui/popover';
import { useState } from 'react';
import { listNotifications, type Notification, readNotifications } from '#shared/contract/notifications.ts';
import { formatInstant } from '#shared/domain/format-time.ts';
import { useChange } from '#web/api/changes.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type BellProps, BellTrigger } from './notification-bell.tsx';
import { NotificationSettings } from './notification-settings.tsx';

/** The newest fifty notifications, in a panel below the bell. */
export function NotificationPanel({ user, defaultOpen }: BellProps & { defaultOpen: boolean }) {
  const [open, setOpen] = useState(defaultOpen);
  const { data, isPending, isError } = useRead(listNotifications);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <BellTrigger />
      </Popover.Trigger>
      <Popover.Content
        align="end"
        sideOffset={6}
        collisionPadding={12}
        aria-label={t('account.notifications.title')}
        className="z-70 flex max-h-[min(560px,80dvh)] w-[380px] max-w-[calc(100vw-24px)] animate-rise flex-col rounded-card border border-line bg-surface shadow-float"
      >
        <Heading unread={data?.filter((notification) => notification.readAt === null) ?? []} />
        <div className="min-h-0 flex-auto overflow-y-auto border-y border-line">
          {isPending && <Waiting />}
          {isError && <p className="p-5 text-small text-ink-2">{t('account.notifications.loadFailed')}</p>}
          {data?.length === 0 && (
            <EmptyState title={t('account.notifications.emptyTitle')}>
              {t('account.notifications.emptyText')}
            </EmptyState>
          )}
          {data && data.length > 0 && (
            <ul>
              {data.map((notification) => (
                <NotificationLine key={notification.id} notification={notification} />
              ))}
            </ul>
          )}
        </div>
        <NotificationSettings user={user} />
      </Popover.Content>
    </Popover.Root>
  );
}

function Heading({ unread }: { unread: readonly Notification[] }) {
  const read = useChange(readNotifications, { untilRead: true });
  return (
    <div className="flex min-h-14 items-center gap-2 ps-5 pe-3">
      <h2 className="text-[1.375rem] arabic:text-[1.7rem]">{t('account.notifications.title')}</h2>
      {unread.length > 0 && (
        <Button
          kind="gho"
          size="sm"
          className="ms-auto"
          busy={read.isPending}
          onClick={() => read.mutate({ body: { ids: unread.map(({ id }) => id) } })}
        >
          {t('account.notifications.markAllRead')}
        </Button>
      )}
    </div>
  );
}

function NotificationLine({ notification }: { notification: Notification }) {
  const read = useChange(readNotifications, { untilRead: true });
  const { id, title, body, href, createdAt, readAt } = notification;
  const isNew = readAt === null;
  const inside = (
    <>
      <span
        aria-hidden="true"
        className={cx('mt-[7px] size-2 flex-none rounded-full', isNew ? 'bg-accent' : 'bg-transparent')}
      />
      <span className="min-w-0">
        <span className={cx('block text-small leading-snug', isNew && 'font-strong')}>{title}</span>
        <span className="block text-small leading-snug text-ink-2">{body}</span>
        <time dateTime={createdAt} className="mt-1 block text-xs text-ink-2">
          {formatInstant(currentLang(), createdAt)}
        </time>
      </span>
    </>
  );
  const look = 'flex w-full gap-3 border-t border-line px-4 py-3 text-start hover:bg-tint';
  const markRead = () => {
    if (isNew) read.mutate({ body: { ids: [id] } });
  };
  return (
    <li className="first:*:border-t-0">
      {href ? (
        <a href={href} className={look} onClick={markRead}>
          {inside}
        </a>
      ) : (
        <button type="button" className={look} onClick={markRead}>
          {inside}
        </button>
      )}
    </li>
  );
}

function Waiting() {
  return (
    <div className="grid gap-3 p-5">
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  );
}
