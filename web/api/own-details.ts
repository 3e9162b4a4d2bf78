import * as z from 'zod/mini';
import { changeUser, changeUserBody, personBody, type User } from '#shared/contract/users.ts';
import { t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { boxesOf, changedIn } from './boxes.ts';
import { change } from './changes.ts';
import { ApiError } from './client.ts';
import { placeRefusal, useSchemaForm } from './forms.ts';
import { setSessionUser } from './session.ts';

/** One's own details, and the password that a change of e-mail or phone needs. */
export const ownDetails = z.extend(personBody, { currentPassword: changeUserBody.shape.currentPassword });

/** What is sent: the password only where it is needed. */
const withProof = (
  body: Partial<z.input<typeof personBody>>,
  { currentPassword }: { currentPassword?: string | undefined },
) => (currentPassword && ('email' in body || 'phone' in body) ? { ...body, currentPassword } : body);

const boxes = (user: User) => ({ ...boxesOf(personBody, user), currentPassword: '' });

interface OwnDetails {
  /** Once it is saved: the page goes on with what the server kept. */
  onSaved(): void;
  /** A refusal that belongs to none of the fields. */
  onRefused(error: unknown): void;
}

/** One's own details as a form, whoever's: only what she changed is sent. */
export function useOwnDetails(user: User, { onSaved, onRefused }: OwnDetails) {
  const form = useSchemaForm(ownDetails, boxes(user));
  const submit = form.handleSubmit(async (typed) => {
    const body = changedIn(personBody, user, typed);
    if (Object.keys(body).length === 0) {
      return showToast({
        kind: 'info',
        title: t('account.profile.unchangedTitle'),
        description: t('account.profile.unchangedText'),
      });
    }
    try {
      const saved = await change(changeUser, { params: { id: user.id }, body: withProof(body, typed) });
      setSessionUser(saved);
      form.reset(boxes(saved));
    } catch (error) {
      const isOfField =
        error instanceof ApiError && Object.keys(ownDetails.shape).some((name) => error.fields[name]);
      return isOfField ? placeRefusal(form, error) : onRefused(error);
    }
    onSaved();
  });
  return { form, submit };
}
