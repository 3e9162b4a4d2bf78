import { ChevronRight, LayoutGrid, LogOut, Menu, UserRound, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { User } from '#shared/contract/users.ts';
import type { Lang } from '#shared/messages/catalogue.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { accountEntries } from './account-entries.ts';
import { LanguageLink } from './language-link.tsx';
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

/**
 * The menu that slides in under 900 px. The browser's own modal keeps the focus inside, closes on Esc and
 * gives the focus back.
 */
export function PhoneMenu({ lang, brand, links, bookHref, user, onLogIn, onLogOut }: PhoneMenuProps) {
  const menu = useRef<HTMLDialogElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  const open = () => {
    menu.current?.showModal();
    // The browser would choose the clinic's name above, a way out of the page.
    closer.current?.focus();
  };
  const close = () => menu.current?.close();
  useEffect(() => {
    const dialog = menu.current;
    // Its backdrop and its links close it; a press on the dialog's own element can only be one on the
    // backdrop.
    const onPress = ({ target }: Event) => {
      if (target === dialog || (target instanceof Element && target.closest('a'))) dialog?.close();
    };
    dialog?.addEventListener('click', onPress);
    return () => dialog?.removeEventListener('click', onPress);
  }, []);
  const entries = user ? accountEntries(user.role) : [];
  return (
    <>
      <IconButton
        label={t('common.nav.openMenu')}
        aria-haspopup="dialog"
        className="lg:hidden"
        onClick={open}
      >
        <Menu size={24} strokeWidth={1.7} aria-hidden="true" />
      </IconButton>
      <dialog ref={menu} aria-label={t('common.nav.menu')} className="side-menu">
        <div className="flex items-center justify-between">
          {brand}
          <IconButton ref={closer} label={t('common.nav.closeMenu')} className="-me-2" onClick={close}>
            <X size={24} strokeWidth={1.7} aria-hidden="true" />
          </IconButton>
        </div>
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
          <ThemeSwitch className="-me-2" />
        </div>
        <div className="mt-auto grid gap-1 pt-6">
          <ButtonLink href={bookHref} block>
            {t('public.hero.book')}
          </ButtonLink>
          {user ? (
            <Button kind="gho" block icon={<LogOut {...icon} className="flip" />} onClick={onLogOut}>
              {t('common.header.logout')}
            </Button>
          ) : (
            <Button
              kind="gho"
              block
              icon={<UserRound {...icon} />}
              onClick={() => {
                close();
                onLogIn();
              }}
            >
              {t('common.header.loginRegister')}
            </Button>
          )}
        </div>
      </dialog>
    </>
  );
}
