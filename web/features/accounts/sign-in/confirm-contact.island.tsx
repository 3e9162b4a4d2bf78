import { confirmContact } from '#shared/contract/accounts.ts';
import { sendChange } from '#web/api/changes.ts';
import { refreshSession } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { Notice } from '#web/ui/notice.tsx';
import { LinkButton } from './link-button.tsx';

async function verifyContact(token: string): Promise<void> {
  await sendChange(confirmContact, { body: { token } });
  void refreshSession();
}

/** Page of the mailed link that verifies an address. */
function ConfirmContactIsland() {
  return (
    <LinkButton of="confirm" onPress={verifyContact}>
      <Notice kind="success" live>
        {t('account.profile.confirmEmailDone')}
      </Notice>
    </LinkButton>
  );
}

export const island = defineIsland({
  name: 'confirm-contact',
  areas: ['common', 'errors', 'account'],
  component: ConfirmContactIsland,
});
