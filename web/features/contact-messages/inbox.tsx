import { useState } from 'react';
import { useSearchParams } from 'wouter';
import {
  type ContactMessage,
  contactStateSchema,
  listContactMessages,
} from '#shared/contract/contact-messages.ts';
import { formatAgo } from '#shared/domain/format-time.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { now } from '#web/api/clock.ts';
import { formatTotalSentence, listEndProps, listLoadedRows, listTotal, useList } from '#web/api/lists.ts';
import { currentLang, t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { DebouncedSearchInput } from '#web/ui/form/debounced-search-input.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { ListEnd } from '#web/ui/list-end.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { CallPreferenceNote } from '#web/ui/phone/patient-phone.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { InboxMessage } from './inbox-message.tsx';
import { InboxState, inboxStates } from './inbox-state.tsx';

const pageSize = 30;

/** State and search are stored in the address, so that Back and a reload keep them. */
function useInboxFilters() {
  const [params, setParams] = useSearchParams();
  const state = contactStateSchema.safeParse(params.get('state')).data;
  const q = params.get('q') ?? '';
  const change = (name: 'state' | 'q', value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: name === 'q' },
    );
  return { state, q, change };
}

/** Messages from the contact form and replies to texts, newest first. */
export function Inbox() {
  const { state, q, change } = useInboxFilters();
  const list = useList(listContactMessages, { query: { limit: pageSize, q: q || undefined, state } });
  const [opened, setOpened] = useState<ContactMessage | null>(null);
  const messages = list.data && listLoadedRows(list);
  // A message that was read may leave the list of new ones; the open one stays.
  const open = opened && (messages?.find(({ id }) => id === opened.id) ?? opened);
  return (
    <>
      <search className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <DebouncedSearchInput
          dense
          isFilter
          label={t('admin.messages.search')}
          placeholder={t('admin.messages.search')}
          clearLabel={t('common.action.clearSearch')}
          value={q}
          onChange={(next) => change('q', next)}
        />
        <Select
          dense
          aria-label={t('admin.messages.state')}
          value={state ?? ''}
          onChange={({ target }) => change('state', target.value)}
        >
          <option value="">{t('admin.messages.allStates')}</option>
          {inboxStates.map((one) => (
            <option key={one} value={one}>
              {t(`admin.messages.state.${one}`)}
            </option>
          ))}
        </Select>
      </search>
      {list.isPending && (
        <LoadingRegion label={t('common.state.loading')} className="grid gap-3">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-20" />
          ))}
        </LoadingRegion>
      )}
      {list.isError && (
        <LoadFailed
          title={t('admin.messages.loadFailed')}
          reason={list.error.message}
          onAgain={() => void list.refetch()}
        />
      )}
      {messages?.length === 0 && (
        <EmptyState title={t('admin.messages.emptyTitle')}>{t('admin.messages.emptyText')}</EmptyState>
      )}
      {messages && messages.length > 0 && (
        <>
          <ul
            aria-label={t('admin.messages.list')}
            className="overflow-hidden rounded-card border border-line bg-surface"
          >
            {messages.map((message) => (
              <InboxLine key={message.id} message={message} onOpen={() => setOpened(message)} />
            ))}
          </ul>
          <ListEnd
            {...listEndProps(
              list,
              formatTotalSentence(listTotal(list), {
                exactly: 'admin.messages.count',
                over: 'admin.messages.moreThan',
              }),
            )}
          />
        </>
      )}
      {open && <InboxMessage key={open.id} message={open} onClose={() => setOpened(null)} />}
    </>
  );
}

function InboxLine({ message, onOpen }: { message: ContactMessage; onOpen(): void }) {
  const { name, email, phone, reach, state, createdAt, locale } = message;
  const isNew = state === 'new';
  return (
    <li className="relative grid gap-x-4 gap-y-1 border-t border-line px-4 py-3 first:border-t-0 hover:bg-[color-mix(in_srgb,var(--surface-tint)_42%,transparent)] has-focus-visible:bg-tint md:grid-cols-[minmax(0,220px)_minmax(0,1fr)_auto] md:items-center">
      <button
        type="button"
        onClick={onOpen}
        aria-label={t('admin.messages.open', { name })}
        className="min-w-0 text-start after:absolute after:inset-0"
      >
        <span className={cx('block truncate text-ui', isNew ? 'font-strong' : 'font-medium')}>{name}</span>
        <span className="block truncate text-xs text-ink-2">
          <bdi dir="ltr">{email ?? (phone && formatPhone(phone))}</bdi>
        </span>
        {phone && <CallPreferenceNote reach={reach} now={now()} />}
      </button>
      <p
        lang={locale}
        dir="auto"
        className={cx(
          'line-clamp-2 min-w-0 text-small [text-align:-webkit-match-parent]',
          isNew ? 'text-ink' : 'text-ink-2',
        )}
      >
        {message.message}
      </p>
      <span className="flex items-center justify-between gap-3 md:grid md:justify-items-end md:gap-1">
        <InboxState state={state} />
        <small className="text-xs text-ink-2">{formatAgo(currentLang(), createdAt, now())}</small>
      </span>
    </li>
  );
}
