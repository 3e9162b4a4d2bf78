import { confirmContact } from '#shared/contract/accounts.ts';
import { change } from '#web/api/changes.ts';
import { refreshSession } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { Notice } from '#web/ui/notice.tsx';
import { LinkButton } from './link-button.tsx';

async function confirm(token: string): Promise<void> {
  await change(confirmContact, { body: { token } });
  void refreshSession();
}

/** Page of the mailed link that verifies an address. */
function ConfirmContactIsland() {
  return (
    <LinkButton of="confirm" onPress={confirm}>
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
