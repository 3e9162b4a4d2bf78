import { useEffect } from 'react';
import { endBrowserSession } from '#web/features/accounts/log-out.ts';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { Spinner } from '#web/ui/spinner.tsx';

const homeRedirectMs = 300;
const waitBeforeRedirect = () => new Promise((done) => setTimeout(done, homeRedirectMs));

/** Page that signs out apps that embed the site: ends the session and opens the home page. */
function LogOutIsland() {
  useEffect(() => {
    void Promise.allSettled([endBrowserSession('log-out'), waitBeforeRedirect()]).then(() =>
      location.replace('/'),
    );
  }, []);
  return (
    <p role="status" className="flex items-center gap-3 text-lead">
      <Spinner />
      {t('account.logout.page')}
    </p>
  );
}

export const island = defineIsland({
  name: 'log-out',
  areas: ['common', 'errors', 'account'],
  component: LogOutIsland,
});
