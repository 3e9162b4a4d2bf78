import type { User } from '#shared/contract/users.ts';
import { t } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';
import { canTextPhone } from '#web/ui/phone/phone-links.ts';

/** Says why no message reaches a patient; nothing if one does. */
export function UnreachableNotice({ user }: { user: Pick<User, 'phone' | 'unreachable'> }) {
  if (!user.unreachable) return null;
  const reason = !user.phone ? 'unreachable' : canTextPhone(user.phone) ? 'notReached' : 'landline';
  return (
    <Notice kind="warn" title={t('staff.cell.unreachable')}>
      {t(`staff.file.${reason}`)}
    </Notice>
  );
}
