import { Search } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { arrowTo, placeTaken } from '#web/ui/frame/highlight.ts';
import { TextInput } from './text-input.tsx';
import { useEnterOnceFound } from './use-enter-once-found.ts';

/**
 * Ours for a reason: the smallest library is fourteen times its size and leaves to us what is special here
 * (decision 006).
 */

export type ComboboxProps<T> = {
  id?: string;
  query: string;
  onQueryChange(query: string): void;
  /** What was found for the query; the caller asks the server and keeps the order. */
  results: readonly T[];
  /** What stands there was found for something typed before: Enter waits for what is found now. */
  pending?: boolean | undefined;
  keyOf(result: T): string;
  render(result: T, active: boolean): ReactNode;
  onChoose(result: T): void;
  /** What Ctrl or ⌘ with Enter does to the result, where that is something else. */
  onChooseOther?(result: T): void;
  /** Instead of results: searching, nothing found, type more. Read out as it changes. */
  message?: string;
  listLabel: string;
  placeholder?: string;
  /** A line of its own below the results, such as "New patient". */
  action?: { label: ReactNode; icon?: ReactNode; onChoose(): void } | undefined;
  /** Less likely results under a heading of their own; Enter takes one only after an arrow key. */
  others?: { label: string; results: readonly T[] } | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  autoFocus?: boolean;
  dense?: boolean;
  /** Escape or Down in the empty box. */
  onLeave?: (() => void) | undefined;
  /** The list stands open before anything is typed, with what the caller found for nothing. */
  suggests?: boolean;
  /** The list lies over the page, and closes when the focus leaves it. */
  floating?: boolean | undefined;
  /** The key that leads to the box, for screen readers. */
  shortcut?: string | undefined;
  /** The name of a box that has no label of its own. */
  label?: string;
  /** Inside the end of the box. */
  end?: ReactNode;
  /** Below what was found: how the keys work. */
  foot?: ReactNode;
};

/**
 * The WAI-ARIA pattern of an editable combobox, whose results the server finds: an input and the list under
 * it; focus stays in the input, the arrows walk the list, Enter takes what is highlighted, Escape empties.
 * The first line is highlighted as soon as the results belong to the text, and a highlighted line stays so
 * wherever it moves in the list.
 */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { floating, inputRef, dense = floating } = props;
  const listId = useId();
  const list = useOptions(props);
  const { open, at } = list;
  const option = (index: number) => ({
    id: `${listId}-${index}`,
    role: 'option',
    'aria-selected': index === at,
    onPointerMove: () => list.highlight(index),
    onPointerDown: (event: { preventDefault(): void }) => event.preventDefault(),
    onClick: () => list.choose(index),
  });
  return (
    <div
      className={cx('grid gap-2', floating && 'relative')}
      onFocus={() => list.setAway(false)}
      onBlur={({ currentTarget, relatedTarget }) => {
        list.entered.forget();
        list.setAway(!currentTarget.contains(relatedTarget));
      }}
    >
      <TextInput
        id={props.id}
        aria-label={props.label}
        ref={inputRef}
        dense={dense}
        aria-keyshortcuts={props.shortcut}
        end={props.end}
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && at >= 0 ? `${listId}-${at}` : undefined}
        autoComplete="off"
        maxLength={200}
        autoFocus={props.autoFocus}
        placeholder={props.placeholder}
        value={props.query}
        icon={<Search size={20} strokeWidth={1.7} />}
        onChange={(event) => list.onType(event.target.value)}
        onKeyDown={list.onKeyDown}
      />
      <Found {...props} listId={listId} open={open} at={at} option={option} />
    </div>
  );
}

/** The lines that can be chosen, the highlighted one, and what the keys do to them. */
function useOptions<T>(props: ComboboxProps<T>) {
  const { query, results, action, message, suggests, floating, pending = false, onLeave } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const [away, setAway] = useState(false);
  const similar = props.others?.results ?? [];
  const keys = [
    ...results.map(props.keyOf),
    ...(action ? [actionKey] : []),
    ...similar.map((one) => props.keyOf(one)),
  ];
  const first = results.length > 0 || action ? keys[0] : undefined;
  if (chosen === null && query !== '' && !pending && first !== undefined) setChosen(first);
  const taken = placeTaken(keys, chosen);
  const at = chosen === null ? -1 : taken;
  const open =
    (suggests || query !== '') && (keys.length > 0 || message !== undefined) && !(floating && away);

  function choose(index: number, other = false) {
    const isAction = action !== undefined && index === results.length;
    const result = results[index] ?? similar[index - keys.length + similar.length];
    setChosen(null);
    if (isAction || result === undefined) action?.onChoose();
    else if (other) (props.onChooseOther ?? props.onChoose)(result);
    else props.onChoose(result);
  }
  const entered = useEnterOnceFound(pending, (other: boolean) => {
    if (first !== undefined) choose(0, other);
  });
  /** Enter waits for what is found for the text, and takes what is highlighted; false: it did nothing. */
  function enter(other: boolean): boolean {
    if (pending && query !== '' && chosen === null) entered.press(other);
    else if (!open || (query === '' && chosen === null)) return false;
    else if (taken >= 0 && (chosen !== null || first !== undefined)) choose(taken, other);
    return true;
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key } = event;
    const next = open ? arrowTo(keys, at, key) : undefined;
    if (next !== undefined) setChosen(next);
    else if (query === '' && onLeave && /^(?:Escape|ArrowDown)$/.test(key)) onLeave();
    else if (key === 'Enter') {
      if (!enter(event.ctrlKey || event.metaKey)) return;
    } else if (key === 'Escape' && query) onType('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  function onType(text: string) {
    entered.forget();
    setChosen(null);
    props.onQueryChange(text);
  }
  const highlight = (index: number) => setChosen(keys[index] ?? null);
  return { open, at, choose, entered, highlight, onKeyDown, onType, setAway };
}

/** The last line's; what is found has the keys of the caller. */
const actionKey = 'action';

interface FoundProps<T> extends ComboboxProps<T> {
  listId: string;
  open: boolean;
  /** The option that Enter takes. */
  at: number;
  option(index: number): ComponentProps<'div'>;
}

/** Closed it is without a width: otherwise it would make a narrow page wider than its window. */
const floatingPlace = (open: boolean): string =>
  open
    ? 'grid gap-2 absolute start-0 top-[calc(100%+6px)] z-40 w-[min(500px,calc(100vw-32px))] rounded-card bg-surface shadow-float empty:hidden'
    : 'sr-only';

/** What was found, or why there is nothing. */
function Found<T>(props: FoundProps<T>) {
  const { listId, open, at, option, floating, message, results, action, others } = props;
  const { keyOf, render, listLabel } = props;
  const lines = (of: readonly T[], from: number) =>
    of.map((result, i) => (
      <div key={keyOf(result)} {...option(from + i)} className={cx(line, from + i === at && 'bg-tint')}>
        {render(result, from + i === at)}
      </div>
    ));
  const afterAction = results.length + (action ? 1 : 0);
  const similar = others?.results ?? [];
  return (
    <div className={floating ? floatingPlace(open) : 'grid gap-2'}>
      <span
        role="status"
        className={cx(message && open ? 'px-1 text-small text-ink-2' : 'sr-only', floating && 'p-3')}
      >
        {open && message}
      </span>
      {open && afterAction + similar.length > 0 && (
        <div
          role="listbox"
          id={listId}
          aria-label={listLabel}
          className={cx(
            'overflow-y-auto rounded-item border border-line bg-surface',
            floating ? 'max-h-[min(28rem,70dvh)]' : 'max-h-80',
          )}
        >
          {lines(results, 0)}
          {action && (
            <div
              {...option(results.length)}
              className={cx(
                line,
                'font-strong text-accent',
                similar.length === 0 && 'sticky bottom-0',
                at === results.length ? 'bg-tint' : 'bg-page',
              )}
            >
              {action.icon}
              <span className="min-w-0 flex-1 wrap-anywhere">{action.label}</span>
            </div>
          )}
          {others && similar.length > 0 && (
            <div role="group" aria-label={others.label}>
              <p aria-hidden="true" className="border-t border-line px-3 pt-2 pb-1 text-xs text-ink-2">
                {others.label}
              </p>
              {lines(similar, afterAction)}
            </div>
          )}
        </div>
      )}
      {open && props.foot}
    </div>
  );
}

const line =
  'flex min-h-14 cursor-pointer items-center gap-3 border-t border-line px-3 py-2 text-start first:border-t-0';

/** The words that were typed, marked inside a name. */
export function Marked({ text, query }: { text: string; query: string }) {
  const words = query
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return text;
  const parts = text.split(new RegExp(`(${words.join('|')})`, 'iu'));
  return parts.map((part, i) =>
    i % 2 === 1 ? (
      <mark
        // biome-ignore lint: the parts of one text have no other name
        key={i}
        className="rounded-[3px] bg-[color-mix(in_srgb,var(--il-sun)_45%,transparent)] text-inherit"
      >
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
