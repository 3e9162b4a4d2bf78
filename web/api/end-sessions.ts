import { endSessionsOf, type User } from '#shared/contract/users.ts';
import { t } from '#web/i18n.ts';
import { useConfirmedWrite } from './use-confirmed-write.ts';

/** Props of the `ConfirmDialog` that logs a user out on all devices; confirming does it. */
export function useEndSessions({ id, name }: Pick<User, 'id' | 'name'>, onClose: () => void) {
  const question = useConfirmedWrite(
    endSessionsOf,
    { params: { id } },
    { done: { title: t('staff.endSessions.doneTitle'), description: name }, onClose },
  );
  const title = t('staff.endSessions.title');
  return { ...question, title, description: t('staff.endSessions.text', { name }), confirmLabel: title };
}
