import { signInWays } from '#shared/contract/accounts.ts';
import { linkedIdentities, linkIdentity, unlinkIdentity } from '#shared/contract/own/linked-accounts.ts';
import { useChange } from '#web/api/changes.ts';
import type { ApiError } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import type { SocialProvider } from '#web/islands/auth-dialog.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FacebookMark, GoogleMark } from '#web/ui/drawings/provider-mark.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';

const providers: readonly { name: SocialProvider; Mark: () => React.JSX.Element }[] = [
  { name: 'google', Mark: GoogleMark },
  { name: 'facebook', Mark: FacebookMark },
];

/**
 * Links this account with Google or Facebook, or unlinks it. Lists only providers that are configured or
 * linked.
 */
export function Identities() {
  const ways = useRead(signInWays);
  const linked = useRead(linkedIdentities);
  const link = useChange(linkIdentity);
  const unlink = useChange(unlinkIdentity, { untilRead: true });
  if (!ways.data || !linked.data) return null;
  const isLinked = (name: SocialProvider) => linked.data.some(({ provider }) => provider === name);
  const shown = providers.filter(({ name }) => ways.data[name] || isLinked(name));
  if (shown.length === 0) return null;
  const refused = (error: ApiError) => {
    // The user closed the dialog that asks for proof: nothing happened, so no message is shown.
    if (error.code === 'proof_needed') return;
    const description = error.code === 'in_use' ? t('account.identities.lastWay') : error.message;
    showToast({ kind: 'error', title: t('common.toast.error'), description });
  };
  const join = (name: SocialProvider) =>
    link.mutate(
      { params: { provider: name } },
      { onSuccess: ({ address }) => location.assign(address), onError: refused },
    );
  const leave = (name: SocialProvider) =>
    unlink.mutate(
      { params: { provider: name } },
      {
        onSuccess: () =>
          showToast({
            kind: 'success',
            title: t('account.identities.left', { provider: t(`account.login.${name}`) }),
          }),
        onError: refused,
      },
    );
  return (
    <Card as="section" aria-labelledby="identities-title" className="grid gap-4 p-5 md:p-9">
      <h2 id="identities-title" className="card-title">
        {t('account.identities.title')}
      </h2>
      <ul className="grid">
        {shown.map(({ name, Mark }) => {
          const provider = t(`account.login.${name}`);
          return (
            <li
              key={name}
              className="flex min-h-16 flex-wrap items-center gap-3 border-t border-line py-2 text-ui"
            >
              <Mark />
              <span className="flex-1">
                {isLinked(name) ? t('account.identities.joined', { provider }) : provider}
              </span>
              {isLinked(name) ? (
                <Button kind="gho" size="sm" disabled={unlink.isPending} onClick={() => leave(name)}>
                  {t('account.identities.leave', { provider })}
                </Button>
              ) : (
                <Button kind="sec" size="sm" disabled={link.isPending} onClick={() => join(name)}>
                  {t('account.identities.join', { provider })}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
