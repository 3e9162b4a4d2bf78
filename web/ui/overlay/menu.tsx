import * as Radix from 'radix-ui/dropdown-menu';
import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { usePageDir } from '#web/ui/frame/page-dir.ts';

/**
 * The trigger is one button whose label says what the menu is for. The menu is rendered next to it, inside
 * the same landmark.
 */
export function Menu({
  trigger,
  children,
  align = 'end',
  defaultOpen = false,
}: {
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  defaultOpen?: boolean;
}) {
  return (
    <Radix.Root modal={false} dir={usePageDir()} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        align={align}
        sideOffset={4}
        collisionPadding={12}
        loop
        className="z-70 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 overflow-y-auto overscroll-contain max-w-[calc(100vw-24px)] animate-rise rounded-item border border-line bg-surface p-[6px] shadow-float"
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

export type MenuItemProps = {
  icon?: ReactNode;
  /** Red, below a separator, at the end. */
  danger?: boolean;
  disabled?: boolean;
  /** Under 900 px only. */
  onlyPhone?: boolean;
  /** If set, the item is a link. */
  href?: string;
  onSelect?(): void;
  children: ReactNode;
};

export function MenuItem({ icon, danger, disabled, onlyPhone, href, onSelect, children }: MenuItemProps) {
  const look = cx(
    'flex min-h-dense w-full touch:min-h-[46px] cursor-pointer items-center gap-[10px] rounded-[9px] px-[10px] py-2 text-start text-small font-medium outline-0! data-disabled:cursor-not-allowed data-disabled:text-ink-off data-highlighted:bg-tint',
    danger ? 'text-danger' : 'text-ink',
    onlyPhone && 'lg:hidden',
  );
  const inside = (
    <>
      {icon && <span className={cx('flex-none', !danger && !disabled && 'text-ink-2')}>{icon}</span>}
      {children}
    </>
  );
  return (
    <Radix.Item
      disabled={disabled}
      onSelect={onSelect}
      // Radix also selects the item under which the pointer that opened the menu is released.
      onPointerUp={(event) => event.preventDefault()}
      className={look}
      asChild={href !== undefined}
    >
      {href === undefined ? inside : <a href={href}>{inside}</a>}
    </Radix.Item>
  );
}

export function MenuRule() {
  return <Radix.Separator className="my-[5px] h-px bg-line" />;
}

/** A heading inside the menu, such as the name of the signed-in user. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-[10px] py-2 text-small leading-snug text-ink-2">{children}</Radix.Label>;
}
