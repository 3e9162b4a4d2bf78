import { linkedIdentities, signInWays, unlinkIdentity } from '#shared/contract/accounts.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import type { SocialProvider } from '#web/islands/auth-dialog.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { FacebookMark, GoogleMark } from '#web/ui/drawings/provider-mark.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';

const providers: readonly { name: SocialProvider; Mark: () => React.JSX.Element }[] = [
  { name: 'google', Mark: GoogleMark },
  { name: 'facebook', Mark: FacebookMark },
];

/**
 * Google and Facebook: joined to this account or separated from it. Only what the clinic has set up, or what
 * is joined, is shown.
 */
export function Identities() {
  const ways = useRead(signInWays);
  const linked = useRead(linkedIdentities);
  const unlink = useChange(unlinkIdentity, { untilRead: true });
  if (!ways.data || !linked.data) return null;
  const isLinked = (name: SocialProvider) => linked.data.some(({ provider }) => provider === name);
  const shown = providers.filter(({ name }) => ways.data[name] || isLinked(name));
  if (shown.length === 0) return null;
  const leave = (name: SocialProvider) =>
    unlink.mutate(
      { params: { provider: name } },
      {
        onSuccess: () =>
          showToast({
            kind: 'success',
            title: t('account.identities.left', { provider: t(`account.login.${name}`) }),
          }),
        onError: (error) => {
          const only = error instanceof ApiError && error.code === 'in_use';
          showToast({
            kind: 'error',
            title: t('common.toast.error'),
            description: only ? t('account.identities.lastWay') : error.message,
          });
        },
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
                <ButtonLink kind="sec" size="sm" href={`/api/auth/${name}?join=1`}>
                  {t('account.identities.join', { provider })}
                </ButtonLink>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
