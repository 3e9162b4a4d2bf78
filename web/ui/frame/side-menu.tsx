import { Menu, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { RootMark } from './root-mark.tsx';

interface SideMenuProps {
  /** Name of the button that opens it. */
  openLabel: string;
  closeLabel: string;
  /** Name of the menu. */
  label: string;
  brand: ReactNode;
  /** Links close it, and what is marked `data-closes`: what opens a dialog, say. */
  children: ReactNode;
}

/**
 * The menu that slides in under 900 px. The browser's own modal keeps the focus inside, closes on Esc and
 * gives the focus back.
 */
export function SideMenu({ openLabel, closeLabel, label, brand, children }: SideMenuProps) {
  const menu = useRef<HTMLDialogElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    setIsOpen(true);
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
      if (target === dialog || (target instanceof Element && target.closest('a, [data-closes]')))
        dialog?.close();
    };
    dialog?.addEventListener('click', onPress);
    return () => dialog?.removeEventListener('click', onPress);
  }, []);
  return (
    <>
      <IconButton label={openLabel} aria-haspopup="dialog" className="lg:hidden" onClick={open}>
        <Menu size={24} strokeWidth={1.7} aria-hidden="true" />
      </IconButton>
      <dialog ref={menu} aria-label={label} className="side-menu" onClose={() => setIsOpen(false)}>
        {isOpen && <RootMark of="side-menu" />}
        <div className="flex items-center justify-between">
          {brand}
          <IconButton ref={closer} label={closeLabel} className="-me-2" onClick={close}>
            <X size={24} strokeWidth={1.7} aria-hidden="true" />
          </IconButton>
        </div>
        {children}
      </dialog>
    </>
  );
}
