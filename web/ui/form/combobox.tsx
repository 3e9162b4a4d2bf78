import { Search } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { findArrowTarget, findHighlightedIndex } from '#web/ui/frame/highlight.ts';
import { TextInput } from './text-input.tsx';
import { useDelayedEnter } from './use-enter-once-found.ts';

/**
 * Our own component, because the smallest library is fourteen times its size and lacks the special cases here
 * (decision 006).
 */

export type ComboboxProps<T> = {
  id?: string;
  query: string;
  onQueryChange(query: string): void;
  /** Results for the query, in the order given by the server. */
  results: readonly T[];
  /** The results still belong to an earlier text: Enter waits for the current ones. */
  pending?: boolean | undefined;
  keyOf(result: T): string;
  render(result: T, active: boolean): ReactNode;
  onChoose(result: T): void;
  /** Action of Ctrl or ⌘ with Enter on a result, if it differs from `onChoose`. */
  onChooseOther?(result: T): void;
  /**
   * Shown instead of results, for example "searching", "nothing found" or "type more". Announced when it
   * changes.
   */
  message?: string;
  listLabel: string;
  placeholder?: string;
  /** An extra option below the results, such as "New patient". */
  action?: { label: ReactNode; icon?: ReactNode; onChoose(): void } | undefined;
  /** Less likely results under their own heading; Enter takes one only after an arrow key selected it. */
  others?: { label: string; results: readonly T[] } | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  autoFocus?: boolean;
  dense?: boolean;
  /** Called on Escape or Arrow Down in the empty input. */
  onLeave?: (() => void) | undefined;
  /** Opens the list before anything is typed, with the results for an empty query. */
  suggests?: boolean;
  /** The list overlays the page and closes when the focus leaves it. */
  floating?: boolean | undefined;
  /** Keyboard shortcut that focuses the input, for screen readers. */
  shortcut?: string | undefined;
  /** Accessible name, if the input has no visible label. */
  label?: string;
  /** Content inside the input, at its end. */
  end?: ReactNode;
  /** Content below the results, for example help on the keys. */
  foot?: ReactNode;
};

/**
 * A WAI-ARIA editable combobox with server-side results: an input and a list below it. The focus stays in the
 * input, arrow keys move the highlight, Enter takes the highlighted option, Escape clears the input. The
 * first option is highlighted as soon as the results belong to the text; a highlighted option stays
 * highlighted when it moves in the list.
 */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { floating, inputRef, dense = floating } = props;
  const listId = useId();
  const list = useComboboxOptions(props);
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

/** The options, the highlighted option and the keyboard handling. */
function useComboboxOptions<T>(props: ComboboxProps<T>) {
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
  const taken = findHighlightedIndex(keys, chosen);
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
  const entered = useDelayedEnter(pending, (other: boolean) => {
    if (first !== undefined) choose(0, other);
  });
  /**
   * Handles Enter: waits for pending results, then takes the highlighted option. Returns false if Enter had
   * no effect.
   */
  function enter(other: boolean): boolean {
    if (pending && query !== '' && chosen === null) entered.press(other);
    else if (!open || (query === '' && chosen === null)) return false;
    else if (taken >= 0 && (chosen !== null || first !== undefined)) choose(taken, other);
    return true;
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key } = event;
    const next = open ? findArrowTarget(keys, at, key) : undefined;
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

/** Key of the extra option; results use the caller's keys. */
const actionKey = 'action';

interface FoundProps<T> extends ComboboxProps<T> {
  listId: string;
  open: boolean;
  /** Index of the option that Enter takes. */
  at: number;
  option(index: number): ComponentProps<'div'>;
}

/**
 * Classes of the floating list. While closed it has no width, because it would make a narrow page scroll
 * sideways.
 */
const getFloatingListClass = (open: boolean): string =>
  open
    ? 'grid gap-2 absolute start-0 top-[calc(100%+6px)] z-40 w-[min(500px,calc(100vw-32px))] rounded-card bg-surface shadow-float empty:hidden'
    : 'sr-only';

/** The list of results, or a message. */
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
    <div className={floating ? getFloatingListClass(open) : 'grid gap-2'}>
      <span
        role="status"
        className={cx(message && open ? 'text-small text-ink-2' : 'sr-only', floating ? 'p-3' : 'px-1')}
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

/** A name with the typed words highlighted. */
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
