import { Menu, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { IconButton } from '#web/ui/icon-button.tsx';
import { RootMark } from './root-mark.tsx';

interface SideMenuProps {
  /** Label of the button that opens the menu. */
  openLabel: string;
  closeLabel: string;
  /** Accessible name of the menu. */
  label: string;
  brand: ReactNode;
  /** Links and elements marked `data-closes` (for example a button that opens a dialog) close the menu. */
  children: ReactNode;
}

/**
 * The menu that slides in under 900 px. A native modal dialog traps the focus, closes on Esc and returns the
 * focus.
 */
export function SideMenu({ openLabel, closeLabel, label, brand, children }: SideMenuProps) {
  const menu = useRef<HTMLDialogElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    // The mark on the root element and the modal dialog each restyle the whole page: here both at once.
    flushSync(() => setIsOpen(true));
    menu.current?.showModal();
    // By default the browser would focus the link with the clinic's name, which leaves the page.
    closer.current?.focus();
  };
  const close = () => menu.current?.close();
  useEffect(() => {
    const dialog = menu.current;
    // A press on the backdrop or on a link closes the menu. A press whose target is the dialog element itself
    // is on the backdrop.
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
