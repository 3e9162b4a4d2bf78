import { Plus, Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import type { Card } from '#shared/contract/arrivals.ts';
import type { User } from '#shared/contract/users.ts';
import { formatTime } from '#shared/domain/time-words.ts';
import { now as present } from '#web/api/clock.ts';
import { nameOf } from '#web/features/arrivals/board-names.ts';
import { nextStep } from '#web/features/arrivals/steps-of.ts';
import type { CardActions } from '#web/features/arrivals/visit-card.tsx';
import { currentLang, joined, number, t } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { cx } from '#web/ui/cx.ts';
import { Marked } from '#web/ui/form/combobox.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { useEnterOnceFound } from '#web/ui/form/use-enter-once-found.ts';
import { arrowTo, placeTaken } from '#web/ui/frame/highlight.ts';
import { Kbd } from '#web/ui/frame/kbd.tsx';
import { useNarrow } from '#web/ui/frame/use-narrow.ts';
import { PhoneOf } from '#web/ui/phone/phone-of.tsx';
import { findToday, usePatients, useSounds } from './find-people.ts';

interface FindBoxProps {
  inputRef: RefObject<HTMLInputElement | null>;
  branch: string;
  cards: readonly Card[];
  isToday: boolean;
  actions: CardActions;
  /** Down or Esc in the empty box. */
  onToBoard(): void;
  onShowCard(card: Card): void;
  onNew(text: string): void;
}

const newKey = 'Ctrl ↵';

type Found =
  | { kind: 'card'; key: string; card: Card }
  | { kind: 'patient'; key: string; user: User }
  | { kind: 'new'; key: string };

/** Those of today, then other patients, then somebody new; `pending` while patients are looked for. */
function useFound(cards: readonly Card[], query: string) {
  const { found: patients, pending } = usePatients(query);
  const today = findToday(cards, query, useSounds(query !== ''));
  const others = patients.filter(({ id }) => !today.some(({ userId }) => userId === id));
  const found: Found[] =
    query.trim() === ''
      ? []
      : [
          ...today.map((card): Found => ({ kind: 'card', key: `card-${card.id}`, card })),
          ...others.map((user): Found => ({ kind: 'patient', key: `user-${user.id}`, user })),
          { kind: 'new', key: 'new' },
        ];
  return { found, pending };
}

/**
 * Finds anybody: those of today with what comes next for them, any other patient, or somebody new. The first
 * one is what Enter takes; one of today stays highlighted wherever she moves in the list.
 */
export function FindBox(props: FindBoxProps) {
  const { inputRef, branch, cards, isToday, actions, onToBoard, onShowCard, onNew } = props;
  const listId = useId();
  const isNarrow = useNarrow();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const { found, pending } = useFound(cards, query);
  const isOfToday = found[0]?.kind === 'card';
  const text = query.trim();
  const keys = found.map(({ key }) => key);
  const active = placeTaken(keys, chosen);
  // What the board says meanwhile puts nobody else under her finger.
  if (chosen === null && isOfToday) setChosen(keys[0] ?? null);

  function take(one: Found | undefined) {
    if (!one) return;
    setQuery('');
    setChosen(null);
    if (one.kind === 'new') return onNew(text);
    if (one.kind === 'patient') return actions.openFile({ id: one.user.id, name: one.user.name });
    const next = isToday ? nextStep(one.card) : null;
    if (next && one.card.stage === 'expected') actions.step(one.card, next.to);
    onShowCard(one.card);
  }
  const entered = useEnterOnceFound(pending, () => take(found[0]));
  function onKeyDown(event: KeyboardEvent) {
    const next = arrowTo(keys, active, event.key);
    if (found.length === 0) {
      if (event.key !== 'ArrowDown' && event.key !== 'Escape') return;
      onToBoard();
    } else if (next !== undefined) setChosen(next);
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) take(found.at(-1));
    // Those of today are known at once.
    else if (event.key === 'Enter' && pending && chosen === null && !isOfToday) entered.press();
    else if (event.key === 'Enter') take(found[active]);
    else if (event.key === 'Escape') setQuery('');
    else return;
    event.preventDefault();
  }
  const option = (one: Found, index: number) => ({
    id: `${listId}-${index}`,
    role: 'option',
    'aria-selected': index === active,
    onPointerMove: () => setChosen(one.key),
    onPointerDown: (event: { preventDefault(): void }) => event.preventDefault(),
    onClick: () => take(one),
    className: cx('found-row', index === active && 'is-active'),
  });
  return (
    <search className="find-box">
      <TextInput
        ref={inputRef}
        dense
        role="combobox"
        aria-label={t('desk.find.label')}
        aria-expanded={found.length > 0}
        aria-controls={found.length > 0 ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={found[active] ? `${listId}-${active}` : undefined}
        aria-keyshortcuts="/"
        autoComplete="off"
        placeholder={t(isNarrow ? 'desk.find.label' : 'desk.find.placeholder')}
        value={query}
        icon={<Search size={20} strokeWidth={1.7} />}
        end={
          <span className="me-3 max-lg:hidden">
            <Kbd aria-hidden="true">/</Kbd>
          </span>
        }
        onChange={({ target }) => {
          entered.forget();
          setChosen(null);
          setQuery(target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          entered.forget();
          setQuery('');
        }}
      />
      <span role="status" className="sr-only">
        {text !== '' && !isOfToday && t('desk.find.none')}
      </span>
      {found.length > 0 && (
        <div role="listbox" id={listId} aria-label={t('desk.find.results')} className="found-list">
          {found.map((one, index) => (
            <div key={one.key} {...option(one, index)}>
              {one.kind === 'card' && (
                <OfToday
                  card={one.card}
                  query={text}
                  branch={index === 0 ? branch : null}
                  isToday={isToday}
                />
              )}
              {one.kind === 'patient' && <Other user={one.user} query={text} />}
              {one.kind === 'card' && actions.alerts(one.card.userId)}
              {one.kind === 'patient' && actions.alerts(one.user.id)}
              {one.kind === 'new' && (
                <>
                  <Plus size={20} strokeWidth={1.7} aria-hidden="true" className="mx-2 text-accent" />
                  <span className="min-w-0 flex-1">
                    <b>{t('desk.find.new', { name: text })}</b>
                    <small>{t('desk.find.newText')}</small>
                  </span>
                  <Kbd aria-hidden="true">{newKey}</Kbd>
                </>
              )}
            </div>
          ))}
        </div>
      )}
    </search>
  );
}

function OfToday({
  card,
  query,
  branch,
  isToday,
}: {
  card: Card;
  query: string;
  branch: string | null;
  isToday: boolean;
}) {
  const next = isToday && card.stage === 'expected' ? nextStep(card) : null;
  return (
    <>
      <Avatar name={card.patient.name} />
      <span className="min-w-0 flex-1">
        <b>
          <Marked text={nameOf(card)} query={query} />
        </b>
        <small>
          {joined(
            branch === null ? null : t('desk.find.today', { branch }),
            formatTime(currentLang(), card.appointmentTime),
            card.ticket === null ? null : t('desk.card.ticket', { n: number(card.ticket) }),
            t(`desk.stage.${card.stage}`),
          )}
        </small>
      </span>
      {next && (
        <span className="font-strong text-accent">
          {next.word} <Kbd aria-hidden="true">↵</Kbd>
        </span>
      )}
    </>
  );
}

function Other({ user, query }: { user: User; query: string }) {
  return (
    <>
      <Avatar name={user.name} />
      <span className="min-w-0 flex-1">
        <b>
          <Marked text={user.name} query={query} />
        </b>
        <small>
          {user.phone && <PhoneOf now={present()} phone={user.phone} reach={user.reach} plain />}{' '}
          <span className="ltr num">{user.reference}</span>
        </small>
      </span>
      <span className="text-ink-2">{t('desk.find.open')}</span>
    </>
  );
}
