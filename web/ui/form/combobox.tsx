import { Search } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
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
  /** A last line in the list, such as "Add New Patient". */
  action?: { label: string; icon?: ReactNode; onChoose(): void };
  autoFocus?: boolean;
  /** The list stands open before anything is typed, with what the caller found for nothing. */
  suggests?: boolean;
  /** What was found lies over the page, and goes when the focus leaves it. */
  floating?: boolean;
  /** The name of a box that has no label of its own. */
  label?: string;
  /** Inside the end of the box. */
  end?: ReactNode;
  /** Below what was found: how the keys work. */
  foot?: ReactNode;
};

/**
 * The WAI-ARIA pattern of an editable combobox, whose results the server finds: an input and the list under
 * it; focus stays in the input, the arrows walk the list, Enter takes, Escape empties. What is highlighted
 * stays so wherever it moves in the list.
 */
export function Combobox<T>(props: ComboboxProps<T>) {
  const {
    id,
    query,
    onQueryChange,
    results,
    onChoose,
    message,
    placeholder,
    action,
    autoFocus,
    suggests,
    floating,
    pending = false,
  } = props;
  const listId = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const keys = [...results.map(props.keyOf), ...(action ? [actionKey] : [])];
  const taken = placeTaken(keys, chosen);
  const at = chosen === null ? -1 : taken;
  const [away, setAway] = useState(false);
  const open =
    (suggests || query !== '') && (keys.length > 0 || message !== undefined) && !(floating && away);

  function choose(index: number, other = false) {
    const result = results[index];
    setChosen(null);
    if (result === undefined) action?.onChoose();
    else if (other) (props.onChooseOther ?? onChoose)(result);
    else onChoose(result);
  }
  const entered = useEnterOnceFound(pending, (other: boolean) => choose(0, other));
  function onKeyDown(event: KeyboardEvent) {
    const next = arrowTo(keys, at, event.key);
    if (next !== undefined) setChosen(next);
    else if (event.key === 'Enter' && pending && query !== '' && chosen === null)
      entered.press(event.ctrlKey || event.metaKey);
    else if (event.key === 'Enter' && open && (query !== '' || chosen !== null)) {
      if (taken >= 0) choose(taken, event.ctrlKey || event.metaKey);
    } else if (event.key === 'Escape' && query) {
      setChosen(null);
      onQueryChange('');
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
  const option = (index: number) => ({
    id: `${listId}-${index}`,
    role: 'option',
    'aria-selected': index === at,
    onPointerMove: () => setChosen(keys[index] ?? null),
    onPointerDown: (event: { preventDefault(): void }) => event.preventDefault(),
    onClick: () => choose(index),
  });
  return (
    <div
      className={cx('grid gap-2', floating && 'relative')}
      onFocus={() => setAway(false)}
      onBlur={({ currentTarget, relatedTarget }) => {
        entered.forget();
        setAway(!currentTarget.contains(relatedTarget));
      }}
    >
      <TextInput
        id={id}
        aria-label={props.label}
        dense={floating}
        end={props.end}
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && at >= 0 ? `${listId}-${at}` : undefined}
        autoComplete="off"
        autoFocus={autoFocus}
        placeholder={placeholder}
        value={query}
        icon={<Search size={20} strokeWidth={1.7} />}
        onChange={(event) => {
          entered.forget();
          setChosen(null);
          onQueryChange(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <Found {...props} listId={listId} open={open} at={at} option={option} />
    </div>
  );
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

/** What was found, or why there is nothing. */
function Found<T>({ listId, open, at, option, floating, message, results, action, ...props }: FoundProps<T>) {
  const { keyOf, render, listLabel } = props;
  return (
    <div
      className={cx(
        'grid gap-2',
        floating &&
          'absolute end-0 top-[calc(100%+6px)] z-40 w-[min(620px,calc(100vw-32px))] rounded-card bg-surface shadow-float empty:hidden',
        floating && !open && 'sr-only',
      )}
    >
      <span
        role="status"
        className={cx(message && open ? 'px-1 text-small text-ink-2' : 'sr-only', floating && 'p-3')}
      >
        {open && message}
      </span>
      {open && results.length + (action ? 1 : 0) > 0 && (
        <div
          role="listbox"
          id={listId}
          aria-label={listLabel}
          className={cx(
            'overflow-y-auto rounded-item border border-line bg-surface',
            floating ? 'max-h-[min(28rem,70dvh)]' : 'max-h-80',
          )}
        >
          {results.map((result, index) => (
            <div key={keyOf(result)} {...option(index)} className={cx(line, index === at && 'bg-tint')}>
              {render(result, index === at)}
            </div>
          ))}
          {action && (
            <div
              {...option(results.length)}
              className={cx(
                line,
                'sticky bottom-0 font-strong text-accent',
                at === results.length ? 'bg-tint' : 'bg-page',
              )}
            >
              {action.icon}
              {action.label}
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
