import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import type { User } from '#shared/contract/users.ts';
import { ApiError } from '#web/api/client.ts';
import { mergeTypedIntoSaved } from '#web/api/form-values.ts';
import { useSession } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { getConflictingUser, saveOwnAccount } from './change-own.ts';
import {
  buildOwnDetailsBody,
  listConflictingFields,
  type OwnDetails,
  validateOwnDetails,
} from './own-details-checks.ts';

const toOwnDetailsValues = (user: User) =>
  ({
    name: user.name,
    email: user.email ?? '',
    phone: user.phone ?? '',
    secondaryPhone: user.secondaryPhone ?? '',
    currentPassword: '',
  }) satisfies Required<OwnDetails>;

type OwnDetailsValues = ReturnType<typeof toOwnDetailsValues>;
type Name = keyof OwnDetailsValues;
type Errors = { [K in Name]?: FieldError };
const ownDetailFields = [
  'name',
  'email',
  'phone',
  'secondaryPhone',
  'currentPassword',
] as const satisfies Name[];

interface SaveCallbacks {
  /** Called after a successful save. */
  onSaved(): void;
  /** Called for an error that concerns none of the fields. */
  onRefused(error: unknown): void;
}

/**
 * Form of the user's own details, for any role. Only changed fields are sent.
 *
 * It does not use the form library of the other forms: the page shows these five fields at once, and the
 * library is a tenth of the page's code. It offers the same interface.
 */
export function useOwnDetailsForm(user: User, { onSaved, onRefused }: SaveCallbacks) {
  const [base, setBase] = useState(user);
  const shown = toOwnDetailsValues(base);
  const [typed, setTyped] = useState(shown);
  // The browser may fill several fields at once.
  const latest = useRef(typed);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const { isProven } = useSession();
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({});
  const tried = useRef(false);
  const wrong = useRef<Name | undefined>(undefined);
  // Runs after every render, because the password field may appear together with its error.
  useEffect(() => {
    if (wrong.current) inputs.current[wrong.current]?.focus();
    wrong.current = undefined;
  });

  function put(next: OwnDetailsValues) {
    latest.current = next;
    setTyped(next);
  }
  /** Shows each error below its field and focuses the first. */
  function say(found: Errors) {
    setErrors(found);
    wrong.current = ownDetailFields.find((name) => found[name]);
  }
  function type(name: Name, text: string) {
    put({ ...latest.current, [name]: text });
    if (!tried.current) return;
    const found = validateOwnDetails(latest.current);
    setErrors((before) => ({ ...before, [name]: found[name] }));
  }
  /** After another user saved first: keeps what was typed and takes all other fields as saved. */
  function continueOn(current: User): void {
    const saved = toOwnDetailsValues(current);
    const both = listConflictingFields(shown, latest.current, saved).map((name) => {
      const message = t('account.profile.savedValue', { value: saved[name] });
      return [name, { type: 'stale', message }] as const;
    });
    say(Object.fromEntries(both));
    put(mergeTypedIntoSaved(shown, latest.current, saved));
    setBase(current);
  }
  async function send(): Promise<void> {
    try {
      const found = validateOwnDetails(latest.current);
      if (Object.keys(found).length > 0) return say(found);
      setErrors({});
      const body = buildOwnDetailsBody(shown, latest.current);
      if (Object.keys(body).length === 0) {
        return showToast({
          kind: 'info',
          title: t('account.profile.unchangedTitle'),
          description: t('account.profile.unchangedText'),
        });
      }
      const saved = await saveOwnAccount(base, body);
      setBase(saved);
      put(toOwnDetailsValues(saved));
      tried.current = false;
    } catch (error) {
      const current = getConflictingUser(error);
      if (current) continueOn(current);
      const told = error instanceof ApiError ? error.fields : {};
      const here = ownDetailFields.filter((name) => told[name]);
      if (here.length === 0) return onRefused(error);
      return say(Object.fromEntries(here.map((name) => [name, { type: 'server', message: told[name] }])));
    }
    onSaved();
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    tried.current = true;
    setBusy(true);
    await send();
    setBusy(false);
  }
  const field = (name: Name): UseFormRegisterReturn & { value: string } => ({
    name,
    value: typed[name],
    onChange: ({ target }: { target: HTMLInputElement }) => Promise.resolve(type(name, target.value)),
    onBlur: () => Promise.resolve(),
    ref(input: HTMLInputElement | null) {
      inputs.current[name] = input;
    },
  });
  /**
   * Whether the form asks for the current password: the e-mail or phone changed and there is no recent
   * identity check.
   */
  const asksPassword = !isProven && (typed.email !== shown.email || typed.phone !== shown.phone);
  return { field, errors, asksPassword, busy, typed, submit };
}
