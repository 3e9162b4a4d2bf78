import { endSessionsOf, type User } from '#shared/contract/users.ts';
import { t } from '#web/i18n.ts';
import { useQuestion } from './question.ts';

/** The question whether somebody is to be logged out everywhere, for a `ConfirmDialog`; what it does, too. */
export function useEndSessions({ id, name }: Pick<User, 'id' | 'name'>, onClose: () => void) {
  const question = useQuestion(
    endSessionsOf,
    { params: { id } },
    { done: { title: t('staff.endSessions.doneTitle'), description: name }, onClose },
  );
  const title = t('staff.endSessions.title');
  return { ...question, title, description: t('staff.endSessions.text', { name }), confirmLabel: title };
}
