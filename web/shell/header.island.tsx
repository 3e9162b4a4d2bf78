import { useEffect } from 'react';
import type { Lang } from '#shared/domain/languages.ts';
import { useSession } from '#web/api/session.ts';
import { logOut } from '#web/features/accounts/log-out.ts';
import { NotificationBell } from '#web/features/notifications/notification-bell.tsx';
import { t } from '#web/i18n.ts';
import { showArrivalNotice } from '#web/islands/arrival.ts';
import { openAuthDialog } from '#web/islands/auth-dialog.ts';
import { defineIsland } from '#web/islands/define.ts';
import { hasNoticeParams } from '#web/islands/notice-params.ts';
import { Button } from '#web/ui/button.tsx';
import { Brand } from '#web/ui/frame/brand.tsx';
import { useHydrated } from '#web/ui/frame/use-hydrated.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AccountMenu } from './account-trigger.tsx';
import { LanguageLink } from './language-link.tsx';
import { LeaveButton } from './leave-button.tsx';
import { PhoneMenu } from './phone-menu.tsx';
import { TextSwitch } from './text-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export interface HeaderProps {
  lang: Lang;
  /** Prefix of anchor links: empty on the home page, its path elsewhere. */
  anchors: string;
  home: string;
  name: string;
  line: string | null;
  logo: string | null;
  /** Path of the page of doctors; null if none are listed. */
  doctors: string | null;
  /** URL of the neutral site that the quick exit opens. */
  leave: string;
}

const sections = {
  about: 'common.nav.about',
  services: 'common.nav.services',
  book: 'common.nav.book',
  contact: 'common.nav.contact',
} as const;

/**
 * Header of every public page. Before hydration it contains links and one button; then it shows the signed-in
 * user.
 */
function HeaderIsland({ lang, anchors, home, name, line, logo, doctors, leave }: HeaderProps) {
  const ready = useHydrated();
  const { user, isLoading } = useSession(ready);
  const waiting = ready && isLoading;
  useEffect(() => {
    // The first script marked the page as signed in because of the cookie: removes the mark if the session
    // has ended.
    if (ready && !isLoading && !user) delete document.documentElement.dataset.signedIn;
  }, [ready, isLoading, user]);
  useEffect(() => {
    if (hasNoticeParams(location.search)) void showArrivalNotice();
  }, []);
  const first = user?.requires[0];
  useEffect(() => {
    if (first && first !== 'second-step-setup') void openAuthDialog({ first });
  }, [first]);

  const links = Object.entries(sections).map(([section, label]) => ({
    href: `${anchors}#${section}`,
    label: t(label),
  }));
  if (doctors) links.splice(2, 0, { href: doctors, label: t('common.nav.doctors') });
  const mark = logo ? (
    <img src={logo} alt="" className="h-[42px] w-auto max-w-24 object-contain" />
  ) : undefined;
  const logIn = () => void openAuthDialog({ tab: 'login' });
  return (
    <header className="border-b border-line bg-page/95 backdrop-blur-[12px]">
      <div className="wrap flex min-h-16 flex-wrap items-center gap-2 lg:min-h-[76px]">
        <Brand href={home} name={name} line={line} mark={mark} />
        <nav aria-label={t('common.nav.main')} className="ms-auto flex gap-1 max-lg:hidden">
          {links.map(({ href, label }) => (
            <a
              key={href}
              href={href}
              className="inline-flex min-h-tap items-center rounded-sm px-[14px] text-ui font-medium text-ink-2 hover:bg-tint hover:text-brand"
            >
              {label}
            </a>
          ))}
        </nav>
        <div className="flex items-center gap-[2px] max-lg:ms-auto lg:ms-4">
          <span className="flex items-center gap-[2px] max-lg:hidden">
            <LanguageLink lang={lang} />
            <TextSwitch />
            <ThemeSwitch />
          </span>
          {user && <NotificationBell user={user} />}
          <span className="max-lg:hidden">
            {user && <AccountMenu user={user} onLogOut={() => void logOut()} />}
            {waiting && <Skeleton className="ms-2 h-12 w-36" />}
          </span>
          {!user && !waiting && (
            <Button
              className="ms-1 whitespace-nowrap in-data-signed-in:hidden max-sm:px-3 max-sm:text-small max-lg:min-h-tap max-lg:px-4 lg:ms-2"
              data-login=""
              onClick={logIn}
            >
              {t('common.header.loginRegister')}
            </Button>
          )}
          <LeaveButton to={leave} />
          <PhoneMenu
            lang={lang}
            brand={<Brand href={home} name={name} mark={mark} />}
            links={links}
            bookHref={`${anchors}#book`}
            user={user}
            onLogIn={logIn}
            onLogOut={() => void logOut()}
          />
        </div>
      </div>
    </header>
  );
}

export const island = defineIsland({
  name: 'header',
  areas: ['common', 'errors'],
  component: HeaderIsland,
});
