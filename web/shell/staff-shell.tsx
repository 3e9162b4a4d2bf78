import { LogOut } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect } from 'react';
import type { User } from '#shared/contract/users.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { useLiveUpdates } from '#web/api/live.ts';
import { useSession } from '#web/api/session.ts';
import { logOut } from '#web/features/accounts/log-out.ts';
import { SessionGuard } from '#web/features/accounts/session-guard.tsx';
import { showDeniedOnce } from '#web/features/accounts/sign-in/denied-notice.ts';
import { NotificationBell } from '#web/features/notifications/notification-bell.tsx';
import { t } from '#web/i18n.ts';
import { preloadToastHost } from '#web/islands/toast.ts';
import { FatalError } from '#web/ui/fatal-error.tsx';
import { Brand } from '#web/ui/frame/brand.tsx';
import { SideMenu } from '#web/ui/frame/side-menu.tsx';
import { NavButton, NavGroups, type NavItem, Sidebar, TopBar } from '#web/ui/frame/sidebar.tsx';
import { useHydrated } from '#web/ui/frame/use-hydrated.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { FindButton, FindOnPhone, GlobalSearch } from './find-anywhere.tsx';
import { LanguageLink } from './language-link.tsx';
import { useOwnName } from './own-name.ts';
import { ownAccountLink, PersonMenu } from './person-menu.tsx';
import { useTextSwitch } from './text-switch.tsx';
import { useThemeSwitch } from './theme-switch.tsx';

/** Props from the server for every staff page: texts of the clinic and the language, no personal data. */
export interface StaffPageProps {
  lang: Lang;
  name: string;
  line: string | null;
  logo: string | null;
}

interface StaffShellProps extends StaffPageProps {
  items: readonly NavItem[];
  /** `href` of the current item. */
  current: string;
  navLabel: string;
  /** Follows a link without loading a page; by default links load their page. */
  onFollow?(event: React.MouseEvent, href: string): void;
  bottomBar?: ReactNode;
  children(user: User): ReactNode;
}

const icon = { size: 20, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** Layout of every staff page: navigation, the signed-in user, live updates, toasts and the session guard. */
export function StaffShell({
  lang,
  name,
  line,
  logo,
  items,
  current,
  navLabel,
  onFollow,
  bottomBar,
  children,
}: StaffShellProps) {
  const ready = useHydrated();
  // Deferred, so that the page is rendered in interruptible steps once the user is known.
  const user = useDeferredValue(useSession(ready).user);
  const ownName = useOwnName(user);
  useLiveUpdates(user !== null);
  useEffect(() => {
    if (!ready) return;
    preloadToastHost();
    showDeniedOnce();
  }, [ready]);
  const mark = logo ? (
    <img src={logo} alt="" className="h-[42px] w-auto max-w-24 object-contain" />
  ) : undefined;
  const home = items[0]?.href ?? '/';
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="fixed start-3 top-3 z-100 -translate-y-24 rounded-ctl bg-btn px-5 py-3 font-strong text-btn-ink focus:translate-y-0"
      >
        {t('common.nav.skip')}
      </a>
      <Sidebar
        brand={<Brand href={home} name={name} line={line} mark={mark} lineOnPhone />}
        label={navLabel}
        manageLabel={t('common.nav.manage')}
        items={items}
        current={current}
        onFollow={onFollow}
        foot={
          <>
            <NavButton icon={LogOut} flip onClick={() => void logOut()}>
              {t('common.header.logout')}
            </NavButton>
            {user && <PersonMenu user={user} name={ownName} />}
          </>
        }
      />
      <div className="min-w-0 flex-1">
        <TopBar brand={<Brand href={home} name={name} mark={mark} />}>
          {user && <FindOnPhone />}
          {user && <NotificationBell user={user} />}
          <PhoneNavigation
            lang={lang}
            items={items}
            current={current}
            onFollow={onFollow}
            user={user}
            label={navLabel}
            brand={<Brand href={home} name={name} mark={mark} />}
          />
        </TopBar>
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto grid max-w-[1280px] grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 pt-4 pb-20 lg:gap-6 outline-0 lg:px-9 lg:pt-7 rail:px-6"
        >
          <FatalError
            labels={{
              title: t('common.fatal.title'),
              text: t('common.fatal.text'),
              retry: t('common.fatal.button'),
            }}
          >
            {user ? children(user) : <PageSpinner />}
          </FatalError>
        </main>
      </div>
      {bottomBar}
      {user && <GlobalSearch />}
      {user && <SessionGuard />}
    </div>
  );
}

/**
 * Search, language and notifications in the page heading on a desktop; a phone has them in the top bar and
 * the menu.
 */
export function DisplaySwitches({
  lang,
  user,
  ownSearch,
}: {
  lang: Lang;
  user: User | null;
  /** The page has its own patient search. */
  ownSearch?: boolean | undefined;
}) {
  return (
    <>
      {user && !ownSearch && <FindButton />}
      <LanguageLink lang={lang} />
      {user && <NotificationBell user={user} />}
    </>
  );
}

interface PhoneNavigationProps extends Pick<StaffShellProps, 'items' | 'current' | 'onFollow'> {
  lang: Lang;
  label: string;
  brand: ReactNode;
  user: User | null;
}

/** The sidebar's navigation as a side menu on a phone. */
function PhoneNavigation({ lang, items, label, user, brand, current, onFollow }: PhoneNavigationProps) {
  const ownName = useOwnName(user);
  const [text, theme] = [useTextSwitch(), useThemeSwitch()];
  return (
    <SideMenu openLabel={label} closeLabel={t('common.nav.closeMenu')} label={label} brand={brand}>
      <nav aria-label={label} className="mt-3">
        <NavGroups items={items} current={current} manageLabel={t('common.nav.manage')}>
          {({ href, label: name, icon: Icon }) => (
            <a
              key={href}
              href={href}
              aria-current={href === current ? 'page' : undefined}
              onClick={(event) => onFollow?.(event, href)}
              className="side-menu-link"
            >
              {name}
              <Icon {...icon} />
            </a>
          )}
        </NavGroups>
      </nav>
      <div className="mt-3 grid justify-items-start">
        <LanguageLink lang={lang} />
        {[text, theme].map(({ Icon, label: words, toggle }) => (
          <NavButton key={words} icon={Icon} onClick={toggle}>
            {words}
          </NavButton>
        ))}
      </div>
      <div className="mt-auto grid gap-1 pt-6">
        {user && (
          <a href={ownAccountLink(user).href} className="side-menu-link">
            <span className="min-w-0 text-small wrap-anywhere">
              {ownName}
              <small className="block text-xs text-ink-2">{ownAccountLink(user).label}</small>
            </span>
          </a>
        )}
        <NavButton icon={LogOut} flip onClick={() => void logOut()}>
          {t('common.header.logout')}
        </NavButton>
      </div>
    </SideMenu>
  );
}
