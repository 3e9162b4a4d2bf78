import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type FormEventHandler, type ReactNode, type RefObject, useRef } from 'react';
import { cx } from '#web/ui/cx.ts';
import { RootMark } from '#web/ui/frame/root-mark.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useCloseOnBack } from './use-back-closes.ts';

export type DialogProps = {
  open: boolean;
  onClose(): void;
  title: ReactNode;
  /** One line that says what the dialog is for. */
  description?: ReactNode;
  closeLabel: string;
  size?: 'sm' | 'md' | 'lg';
  /** Buttons fixed to the bottom; of equal width on a phone. */
  actions?: ReactNode;
  /** Illustrated panel beside the content, desktop only. */
  aside?: ReactNode;
  /** If set, the body and the actions form one form. */
  onSubmit?: FormEventHandler<HTMLFormElement>;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Element that gets the focus on closing; by default the element that had it before. */
  returnTo?(): HTMLElement | null | undefined;
  role?: 'dialog' | 'alertdialog';
  /** Cannot be closed with Esc or a close button, only by an action inside. */
  locked?: boolean;
  className?: string;
  children?: ReactNode;
};

const widths = { sm: 'max-w-[480px]', md: 'max-w-[680px]', lg: 'max-w-[900px]' };

/**
 * Centred on a desktop, a bottom sheet on a phone. The focus is trapped and returns to where it was. The
 * scrim is our own: Radix's overlay inserts a style element, which our content security policy blocks.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  closeLabel,
  size = 'sm',
  aside,
  initialFocus,
  returnTo,
  role = 'dialog',
  locked,
  className,
  ...inside
}: DialogProps) {
  const cameFrom = useRef<HTMLElement | null>(null);
  useCloseOnBack(open && !locked, onClose);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && !locked && onClose()}>
      <Radix.Portal>
        <div data-scrim="" className="dialog-scrim">
          <RootMark of="scrim" />
          <Radix.Content
            role={role}
            className={cx('dialog-box', widths[size], aside && 'lg:grid-cols-[5fr_7fr]', className)}
            {...(description ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={(event) => {
              cameFrom.current = findFocusReturn();
              focusFirst(event, initialFocus?.current);
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              (returnTo?.() ?? cameFrom.current)?.focus();
            }}
          >
            {aside && <div className="hidden min-h-0 overflow-hidden rounded-s-dialog lg:grid">{aside}</div>}
            <div className="flex min-h-0 min-w-0 flex-col">
              <div className="flex items-start gap-4 px-5 pt-[26px] pb-[6px] sm:px-7 sm:pt-7 sm:pb-2">
                <div className="min-w-0">
                  <Radix.Title className="text-[1.625rem] arabic:text-[2rem]">{title}</Radix.Title>
                  {description && (
                    <Radix.Description className="mt-[6px] text-ui leading-[1.55] text-ink-2">
                      {description}
                    </Radix.Description>
                  )}
                </div>
                {!locked && (
                  <Radix.Close asChild>
                    <IconButton label={closeLabel} className="-me-[10px] -mt-[10px] ms-auto">
                      <X size={20} strokeWidth={1.7} aria-hidden="true" />
                    </IconButton>
                  </Radix.Close>
                )}
              </div>
              <Inside {...inside} />
            </div>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * Element that gets the focus back. For a menu item that is the button of its menu, because the item no
 * longer exists.
 */
function findFocusReturn(): HTMLElement | null {
  const focused = document.activeElement as HTMLElement | null;
  const menu = focused?.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
}

/**
 * Focuses `wanted`, else the first control of the body (of a radio group the checked one). On touch devices
 * focuses the dialog itself, so that the on-screen keyboard does not cover it.
 */
function focusFirst(event: Event, wanted: HTMLElement | null | undefined) {
  const box = event.currentTarget as HTMLElement;
  const first = matchMedia('(pointer: coarse)').matches
    ? box
    : box.querySelector<HTMLElement>(
        '[data-dialog-body] :is(input, select, textarea, button, a[href]):not(:disabled, [tabindex="-1"])',
      );
  const chosen =
    first instanceof HTMLInputElement && first.type === 'radio'
      ? box.querySelector<HTMLElement>(`input[name="${CSS.escape(first.name)}"]:checked`)
      : null;
  event.preventDefault();
  (wanted ?? chosen ?? first ?? box).focus();
}

function Inside({ onSubmit, actions, children }: Pick<DialogProps, 'onSubmit' | 'actions' | 'children'>) {
  const body = (
    <>
      {children && (
        <div
          data-dialog-body=""
          className="grid min-h-0 flex-auto content-start gap-[18px] overflow-y-auto px-5 pt-3 pb-6 sm:px-7 sm:pt-4 sm:pb-7"
        >
          {children}
        </div>
      )}
      {actions && (
        <div className="flex flex-none flex-wrap gap-[10px] border-t border-line px-5 pt-3 pb-4 max-sm:*:min-w-fit max-sm:*:flex-1 sm:justify-end sm:px-7 sm:pt-4">
          {actions}
        </div>
      )}
    </>
  );
  if (!onSubmit) return body;
  return (
    <form noValidate onSubmit={onSubmit} className="flex min-h-0 flex-auto flex-col">
      {body}
    </form>
  );
}
