import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { changeUser, type User } from '#shared/contract/users.ts';
import { change } from '#web/api/changes.ts';
import { ApiError, unanswered } from '#web/api/client.ts';
import { setSessionUser } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import type { OwnDetails } from './own-details-checks.ts';

/** What checks the form: nobody who only reads her details waits for it. */
const bringChecks = () =>
  import('./own-details-checks.ts').catch(() => {
    throw unanswered();
  });

const boxes = (user: User) =>
  ({
    name: user.name,
    email: user.email ?? '',
    phone: user.phone ?? '',
    secondaryPhone: user.secondaryPhone ?? '',
    currentPassword: '',
  }) satisfies Required<OwnDetails>;

interface Outcome {
  /** Once it is saved: the page goes on with what the server kept. */
  onSaved(): void;
  /** A refusal that belongs to none of the fields. */
  onRefused(error: unknown): void;
}

/**
 * One's own details as a form, whoever's: only what she changed is sent. What checks it, and finds what she
 * changed, is fetched as she comes to the first box of the page; should that not come, nothing is sent, and
 * she is told so as of an answer that did not come.
 */
export function useOwnDetails(user: User, { onSaved, onRefused }: Outcome) {
  useEffect(() => {
    const bring = () => void bringChecks().catch(() => undefined);
    addEventListener('focusin', bring, { once: true });
    return () => removeEventListener('focusin', bring);
  }, []);
  const form = useForm<OwnDetails>({
    resolver: (typed, context, options) =>
      bringChecks().then(
        ({ checkDetails }) => checkDetails(typed, context, options),
        () => ({ values: typed, errors: {} }),
      ),
    defaultValues: boxes(user),
  });
  const submit = form.handleSubmit(async (typed) => {
    try {
      const { changedDetails } = await bringChecks();
      const body = changedDetails(form.formState.defaultValues ?? {}, typed);
      if (Object.keys(body).length === 0) {
        return showToast({
          kind: 'info',
          title: t('account.profile.unchangedTitle'),
          description: t('account.profile.unchangedText'),
        });
      }
      const saved = await change(changeUser, { params: { id: user.id }, body });
      setSessionUser(saved);
      form.reset(boxes(saved));
    } catch (error) {
      const isOfField =
        error instanceof ApiError && Object.keys(boxes(user)).some((name) => error.fields[name]);
      if (!isOfField) return onRefused(error);
      // Its file came with the checks.
      const { placeRefusal } = await import('#web/api/forms.ts');
      return placeRefusal(form, error);
    }
    onSaved();
  });
  return { form, submit };
}
