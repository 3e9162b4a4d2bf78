import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type Card, walkIn } from '#shared/contract/arrivals.ts';
import type { User } from '#shared/contract/users.ts';
import { westernDigits } from '#shared/domain/people/phone-text.ts';
import { useKeyedChange } from '#web/api/changes.ts';
import { reasonOf } from '#web/api/client.ts';
import { now as present } from '#web/api/clock.ts';
import { usePatients } from '#web/features/arrivals/find/find-people.ts';
import { number, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { useEnterOnceFound } from '#web/ui/form/use-enter-once-found.ts';
import { Kbd } from '#web/ui/frame/kbd.tsx';
import { PhoneOf } from '#web/ui/phone/phone-of.tsx';

interface WalkInFormProps {
  locationId: number;
  nextTicket: number;
  inputRef?: RefObject<HTMLInputElement | null>;
  /** What was typed elsewhere already. */
  typed?: string;
  onDone(card: Card): void;
  /** Esc, where nothing is typed. */
  onLeave?(): void;
  onHoldsText?(holdsText: boolean): void;
}

const ownKey = 'W';

/** Digits and what people write between them: a phone, not a name. */
const readsAsPhone = (text: string): boolean => /^[+\d\s()-]{4,}$/.test(westernDigits(text));

/**
 * Somebody without a visit, in two fields: her phone or name, and her name where the phone is new. Whoever
 * the clinic knows stands below as one types; Enter makes the ticket.
 */
export function WalkInForm(props: WalkInFormProps) {
  const { locationId, nextTicket, inputRef, typed = '', onDone, onLeave, onHoldsText } = props;
  const [who, setWho] = useState(typed);
  const [name, setName] = useState('');
  const [picked, setPicked] = useState<User | null>(null);
  const [problem, setProblem] = useState<{ who?: string; name?: string }>({});
  const ticket = useRef<HTMLButtonElement>(null);
  const { mutateAsync: make, isPending: busy } = useKeyedChange(walkIn);
  const { found, pending } = usePatients(picked ? '' : who);
  const known = found.slice(0, 4);
  const isPhone = readsAsPhone(who);
  const byPhone = isPhone && name.trim() === '';
  const holdsText = who !== '' || name !== '';
  useEffect(() => onHoldsText?.(holdsText), [holdsText, onHoldsText]);

  async function give() {
    const [only] = known;
    const hers = picked ?? (byPhone && known.length === 1 ? only : undefined);
    const called = isPhone ? name.trim() : who.trim();
    if (!hers && called === '')
      return setProblem(
        who.trim() === '' ? { who: t('validation.required') } : { name: t('desk.walkIn.needsName') },
      );
    setProblem({});
    const body = hers
      ? { locationId, userId: hers.id }
      : { locationId, name: called, ...(isPhone ? { phone: westernDigits(who) } : {}) };
    try {
      const card = await make({ body });
      empty();
      onDone(card);
    } catch (error) {
      setProblem({ who: reasonOf(error, t('error.unknown')) });
    }
  }
  /** The list goes with the choice, and the focus that stood in it goes on at what makes the ticket. */
  function pick(user: User) {
    setPicked(user);
    ticket.current?.focus();
  }
  function empty() {
    setWho('');
    setName('');
    setPicked(null);
  }
  /** As in the search of the board: what is typed goes first, then she is back among the cards. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !onLeave) return;
    if (holdsText) empty();
    else onLeave();
    event.preventDefault();
  }
  const entered = useEnterOnceFound(pending, () => void give());

  function submit(event: FormEvent) {
    event.preventDefault();
    // Whose phone it is has to be known first.
    if (pending && byPhone) entered.press();
    else void give();
  }
  return (
    <form onSubmit={submit} className="walk-in" noValidate>
      <Field
        label={
          <span className="inline-flex items-center gap-[6px]">
            {t('desk.walkIn.who')}
            <span className="max-lg:hidden">
              <Kbd aria-hidden="true">{ownKey}</Kbd>
            </span>
          </span>
        }
        error={problem.who}
      >
        <TextInput
          ref={inputRef}
          dense
          dir="auto"
          maxLength={200}
          autoComplete="off"
          onKeyDown={onKeyDown}
          value={picked ? picked.name : who}
          onChange={({ target }) => {
            entered.forget();
            setPicked(null);
            setWho(target.value);
          }}
        />
      </Field>
      <Field label={t('desk.walkIn.name')} error={problem.name}>
        <TextInput
          dense
          dir="auto"
          maxLength={200}
          autoComplete="off"
          onKeyDown={onKeyDown}
          value={name}
          onChange={({ target }) => {
            entered.forget();
            setName(target.value);
          }}
        />
      </Field>
      <Button
        ref={ticket}
        type="submit"
        kind="sec"
        size="sm"
        busy={busy}
        className="walk-in-ticket"
        onKeyDown={onKeyDown}
      >
        {t('desk.walkIn.ticket', { n: number(nextTicket) })}
      </Button>
      <Known people={known} onPick={pick} />
    </form>
  );
}

/** Whom the clinic knows by what is typed. */
function Known({ people, onPick }: { people: readonly User[]; onPick(user: User): void }) {
  if (people.length === 0) return null;
  return (
    <ul aria-label={t('desk.walkIn.known')} className="walk-in-known">
      {people.map((user) => (
        <li key={user.id}>
          <button type="button" onClick={() => onPick(user)}>
            <b>{user.name}</b>{' '}
            <small>
              {user.phone && <PhoneOf now={present()} phone={user.phone} reach={user.reach} plain />}{' '}
              <span className="ltr num">{user.reference}</span>
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
}
