import { X } from 'lucide-react';
import {
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import * as z from 'zod/mini';
import { type Card, walkIn } from '#shared/contract/arrivals.ts';
import type { FoundPatient } from '#shared/contract/users.ts';
import { isDifferentPerson } from '#shared/domain/people/name-match.ts';
import { westernDigits } from '#shared/domain/people/phone-text.ts';
import { useKeyedChange } from '#web/api/changes.ts';
import { ApiError, getErrorMessage } from '#web/api/client.ts';
import { type PatientSearchProps, usePatientSearch } from '#web/api/own/patient-search.ts';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { Kbd } from '#web/ui/frame/kbd.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Notice } from '#web/ui/notice.tsx';

interface WalkInFormProps {
  PatientSearch: ComponentType<PatientSearchProps>;
  locationId: number;
  nextTicket: number;
  inputRef?: RefObject<HTMLInputElement | null>;
  /** Text that was already typed elsewhere. */
  typed?: string;
  onDone(card: Card): void;
  /** Called on Escape in the empty form. */
  onLeave?(): void;
  onHoldsText?(holdsText: boolean): void;
}

const walkInShortcut = 'W';

/** Digits and the usual separators: a phone and not a name. */
const looksLikePhone = (text: string): boolean => /^[+\d\s()-]{4,}$/.test(westernDigits(text));

const digitsOf = (phone: string | null): string => westernDigits(phone ?? '').replace(/\D/g, '');
/** Whether a typed number is the confirmed phone of a patient, and not a second phone that she typed. */
const isKnownPhone = ({ phone, phoneKnown }: FoundPatient, typed: string): boolean =>
  phoneKnown && digitsOf(phone) === digitsOf(typed);

interface NewWalkIn {
  name: string;
  phone?: string;
  another?: boolean;
}
type Problem = { who?: string; name?: string };

const familySchema = z.array(z.object({ id: z.int(), name: z.string(), numberKnown: z.boolean() }));
type Family = z.output<typeof familySchema>;
/** Asks who came, if a typed phone belongs to patients with other names or is not confirmed. */
interface PatientQuestion {
  family: Family;
  body: NewWalkIn;
  /** Text of both fields; if it changes, the question no longer applies. */
  typed: string;
}

/**
 * A walk-in in two fields: phone or name, and the name if the phone is new. Enter selects the patient found,
 * a second Enter creates the ticket. A new name, or a known phone that only one patient has, creates it at
 * once.
 */
export function WalkInForm(props: WalkInFormProps) {
  const { PatientSearch, inputRef, nextTicket, onLeave, onHoldsText } = props;
  const state = useWalkIn(props);
  const { who, setWho, name, setName, picked, problem, busy, empty } = state;
  const ownBox = useRef<HTMLInputElement>(null);
  const box = inputRef ?? ownBox;
  const nameBox = useRef<HTMLInputElement>(null);
  const ticket = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLDivElement>(null);
  const { asked } = state;
  // Closes the list over the question; a second Enter does not answer it.
  useEffect(() => {
    if (asked) question.current?.focus();
  }, [asked]);
  const holdsText = who !== '' || name !== '';
  useEffect(() => onHoldsText?.(holdsText), [holdsText, onHoldsText]);

  function pick(patient: FoundPatient) {
    if (state.isAnother(patient)) return state.askWho(patient);
    if (state.isOnlyOfPhone(patient)) return void state.give(patient);
    state.pick(patient);
    ticket.current?.focus();
  }
  /** Like the search of the board: Escape first clears the text, then returns the focus to the cards. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !onLeave) return;
    if (holdsText) empty();
    else onLeave();
    event.preventDefault();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    state.submit(() => nameBox.current?.focus());
  }
  return (
    <form onSubmit={submit} className="walk-in" noValidate>
      <Field
        label={
          <span className="inline-flex items-center gap-[6px]">
            {t('desk.walkIn.who')}
            <span className="max-lg:hidden touch:hidden">
              <Kbd aria-hidden="true">{walkInShortcut}</Kbd>
            </span>
          </span>
        }
        error={problem.who}
      >
        {picked ? (
          <TextInput
            ref={box}
            dense
            dir="auto"
            readOnly
            value={picked.name}
            onKeyDown={onKeyDown}
            end={
              <IconButton
                label={t('staff.newAppointment.clearPatient', { name: picked.name })}
                onClick={() => {
                  empty();
                  requestAnimationFrame(() => box.current?.focus());
                }}
              >
                <X size={18} strokeWidth={1.7} aria-hidden="true" />
              </IconButton>
            }
          />
        ) : (
          <PatientSearch
            inputRef={box}
            dense
            // In the dialog the list has its own space.
            floating={props.typed === undefined}
            query={who}
            onQueryChange={setWho}
            onPick={pick}
            onNew={() => state.takeNew(() => nameBox.current?.focus())}
            onLeave={onLeave}
          />
        )}
      </Field>
      <Field label={t('desk.walkIn.name')} error={problem.name}>
        <TextInput
          ref={nameBox}
          dense
          dir="auto"
          maxLength={200}
          autoComplete="off"
          disabled={picked !== null}
          onKeyDown={onKeyDown}
          value={name}
          onChange={({ target }) => setName(target.value)}
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
        {t('desk.walkIn.ticket', { n: formatNumberInLang(nextTicket) })}
      </Button>
      {asked && (
        <div ref={question} tabIndex={-1} className="col-span-full">
          <Notice kind="warn" live title={t('desk.walkIn.whose')}>
            <div className="mt-2 flex flex-wrap gap-2">
              {asked.family.map((person) => (
                <Button
                  key={person.id}
                  size="sm"
                  kind="out"
                  busy={busy}
                  onClick={() => void state.give(person)}
                >
                  <bdi>
                    {person.numberKnown ? person.name : t('desk.walkIn.unconfirmed', { name: person.name })}
                  </bdi>
                </Button>
              ))}
              <Button size="sm" busy={busy} onClick={state.takeAnother}>
                {t('desk.walkIn.newPatient', { name: asked.body.name })}
              </Button>
            </div>
          </Notice>
        </div>
      )}
    </form>
  );
}

/** State of the form and creation of the ticket. */
function useWalkIn({ locationId, typed = '', onDone }: WalkInFormProps) {
  const [who, setWho] = useState(typed);
  const [name, setName] = useState('');
  const [picked, setPicked] = useState<FoundPatient | null>(null);
  const [problem, setProblem] = useState<Problem>({});
  const [question, setQuestion] = useState<PatientQuestion | null>(null);
  const { mutateAsync: make, isPending: busy } = useKeyedChange(walkIn);
  const { matches } = usePatientSearch(picked ? '' : who);
  const isPhone = looksLikePhone(who);

  const typedName = name.trim();
  const typedNow = `${who}\n${name}`;
  const asked = question?.typed === typedNow ? question : null;

  function empty() {
    setQuestion(null);
    setWho('');
    setName('');
    setPicked(null);
    setProblem({});
  }
  async function save(body: { userId: number } | NewWalkIn) {
    setProblem({});
    try {
      const card = await make({ body: { locationId, ...body } });
      empty();
      onDone(card);
    } catch (error) {
      const family = error instanceof ApiError && error.code === 'phone_known' ? error.current : null;
      const known = familySchema.safeParse(family);
      if (known.success && 'name' in body) setQuestion({ family: known.data, body, typed: typedNow });
      else setProblem({ who: getErrorMessage(error, t('error.unknown')) });
    }
  }
  const give = ({ id }: { id: number }) => save({ userId: id });
  /** A new patient: with a name at once, with a phone once the name is given. */
  function takeNew(askName: () => void) {
    if (typedName !== '' && !isPhone) {
      // Fields swapped: the name in the first, the phone in the second.
      if (looksLikePhone(name)) return void save({ name: who.trim(), phone: westernDigits(name) });
      return setProblem({ name: t('desk.walkIn.twoNames') });
    }
    const called = isPhone ? typedName : who.trim();
    if (called !== '') return void save({ name: called, ...(isPhone ? { phone: westernDigits(who) } : {}) });
    setProblem({ name: t('desk.walkIn.needsName') });
    askName();
  }
  return {
    who,
    setWho,
    name,
    setName,
    picked,
    pick: setPicked,
    problem,
    busy,
    empty,
    give,
    takeNew,
    asked,
    takeAnother: () => asked && void save({ ...asked.body, another: true }),
    /** True if the name typed beside the phone differs from the patient found. */
    isAnother: (patient: FoundPatient) =>
      isPhone && typedName !== '' && isDifferentPerson(patient.name, typedName),
    askWho: (patient: FoundPatient) =>
      setQuestion({
        family: [{ id: patient.id, name: patient.name, numberKnown: isKnownPhone(patient, who) }],
        body: { name: typedName, phone: westernDigits(who) },
        typed: typedNow,
      }),
    isOnlyOfPhone: (patient: FoundPatient) =>
      isPhone &&
      name.trim() === '' &&
      isKnownPhone(patient, who) &&
      matches.length === 1 &&
      matches[0]?.id === patient.id,
    submit(askName: () => void) {
      const [first] = matches;
      if (picked) return void give(picked);
      if (who.trim() === '') return setProblem({ who: t('desk.walkIn.whoFirst') });
      // A known name never creates a second patient by accident.
      if (first && !(isPhone && name.trim() !== ''))
        return setProblem({ who: t('desk.walkIn.choose', { name: first.name }) });
      takeNew(askName);
    },
  };
}
