import { ChevronRight, LayoutGrid, LogOut, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '#shared/contract/users.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { SideMenu } from '#web/ui/frame/side-menu.tsx';
import { accountEntries } from './account-entries.ts';
import { LanguageLink } from './language-link.tsx';
import { TextSwitch } from './text-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const icon = { size: 20, strokeWidth: 1.7, 'aria-hidden': true } as const;

interface PhoneMenuProps {
  lang: Lang;
  brand: ReactNode;
  links: readonly { href: string; label: string }[];
  bookHref: string;
  user: User | null;
  onLogIn: () => void;
  onLogOut: () => void;
}

/** The contents of the header as a side menu on a phone. */
export function PhoneMenu({ lang, brand, links, bookHref, user, onLogIn, onLogOut }: PhoneMenuProps) {
  const entries = user ? accountEntries(user.role) : [];
  return (
    <SideMenu
      openLabel={t('common.nav.openMenu')}
      closeLabel={t('common.nav.closeMenu')}
      label={t('common.nav.menu')}
      brand={brand}
    >
      <nav aria-label={t('common.nav.main')} className="mt-3">
        {links.map(({ href, label }) => (
          <a key={href} href={href} className="side-menu-link">
            {label}
            <ChevronRight {...icon} className="flip" />
          </a>
        ))}
        {entries.map(({ href, label, isDashboard }) => (
          <a key={href} href={href} className="side-menu-link">
            {t(label)}
            {isDashboard ? <LayoutGrid {...icon} /> : <UserRound {...icon} />}
          </a>
        ))}
      </nav>
      <div className="mt-3 flex items-center justify-between">
        <LanguageLink lang={lang} className="-ms-3" />
        <span className="flex">
          <TextSwitch />
          <ThemeSwitch className="-me-2" />
        </span>
      </div>
      <div className="mt-auto grid gap-1 pt-6">
        <ButtonLink href={bookHref} block>
          {t('common.nav.bookVisit')}
        </ButtonLink>
        {user ? (
          <Button kind="gho" block icon={<LogOut {...icon} className="flip" />} onClick={onLogOut}>
            {t('common.header.logout')}
          </Button>
        ) : (
          <Button kind="gho" block icon={<UserRound {...icon} />} data-closes="" onClick={onLogIn}>
            {t('common.header.loginRegister')}
          </Button>
        )}
      </div>
    </SideMenu>
  );
}
