import { ChevronDown, ChevronsUpDown, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

export interface NavItem {
  href: string;
  label: string;
  icon: LucideIcon;
  badge?: ReactNode;
  /** Placed in the collapsible group at the end, for pages that are not needed every day. */
  isManaged?: boolean;
}

/** Look of a navigation item: the label is beside its icon, in a narrow sidebar below it. */
const place =
  'flex min-h-tap items-center gap-3 rounded-ctl px-3 text-ui font-medium text-ink-2 hover:bg-tint hover:text-ink rail:flex-col rail:justify-center rail:gap-1 rail:px-1 rail:py-2 rail:text-center rail:text-xs rail:leading-tight';

/** A link of the staff navigation. Shared by the sidebar and the phone menu. */
function NavLink({
  item,
  current,
  onFollow,
}: {
  item: NavItem;
  current: boolean;
  onFollow?(event: React.MouseEvent, href: string): void;
}) {
  const Icon = item.icon;
  return (
    <a
      href={item.href}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => onFollow?.(event, item.href)}
      className={cx(
        place,
        'group w-full text-start aria-[current=page]:bg-surface aria-[current=page]:font-strong aria-[current=page]:text-brand aria-[current=page]:shadow-card',
      )}
    >
      <Icon
        size={20}
        strokeWidth={1.7}
        aria-hidden="true"
        className="group-aria-[current=page]:text-accent"
      />
      {item.label}
      {item.badge && <span className="ms-auto">{item.badge}</span>}
    </a>
  );
}

export type SidebarProps = {
  brand: ReactNode;
  /** Accessible name of the navigation. */
  label: string;
  /** Label of the group of managed items. */
  manageLabel: string;
  items: readonly NavItem[];
  current: string;
  onFollow?(event: React.MouseEvent, href: string): void;
  /** The log-out button and the signed-in user. */
  foot?: ReactNode;
  className?: string;
};

/** Navigation from 900 px on, narrow until 1280 px; below 900 px the top bar replaces it. */
export function Sidebar({
  brand,
  label,
  manageLabel,
  items,
  current,
  onFollow,
  foot,
  className,
}: SidebarProps) {
  return (
    <aside
      className={cx(
        'sticky top-0 flex h-dvh w-[252px] flex-none flex-col gap-[2px] overflow-y-auto border-e border-line bg-sunk px-[14px] pt-[22px] pb-4 max-lg:hidden rail:w-[104px] rail:px-2',
        className,
      )}
    >
      <div className="px-[10px] pb-6 rail:flex rail:justify-center rail:px-0 rail:pb-3 rail:[&_a>span]:sr-only">
        {brand}
      </div>
      <nav aria-label={label} className="grid gap-[2px]">
        <NavGroups items={items} current={current} manageLabel={manageLabel}>
          {(item) => (
            <NavLink key={item.href} item={item} current={item.href === current} onFollow={onFollow} />
          )}
        </NavGroups>
      </nav>
      {foot && <div className="mt-auto pt-4">{foot}</div>}
    </aside>
  );
}

/** The daily items, then the managed items in a group that is open while the current page is one of them. */
export function NavGroups({
  items,
  current,
  manageLabel,
  children,
}: {
  items: readonly NavItem[];
  current: string;
  manageLabel: string;
  children(item: NavItem): ReactNode;
}) {
  const managed = items.filter(({ isManaged }) => isManaged);
  return (
    <>
      {items.filter(({ isManaged }) => !isManaged).map(children)}
      {managed.length > 0 && (
        <details open={managed.some(({ href }) => href === current) || undefined} className="group/manage">
          <summary className={cx(place, 'cursor-pointer list-none [&::-webkit-details-marker]:hidden')}>
            <ChevronDown
              size={20}
              strokeWidth={1.7}
              aria-hidden="true"
              className="group-open/manage:rotate-180"
            />
            {manageLabel}
          </summary>
          <div className="grid gap-[2px]">{managed.map(children)}</div>
        </details>
      )}
    </>
  );
}

/** A muted button that looks like a navigation item, for logging out. */
export function NavButton({
  icon: Icon,
  flip,
  children,
  ...rest
}: React.ComponentProps<'button'> & { icon: LucideIcon; flip?: boolean }) {
  return (
    <button {...rest} type="button" className={cx(place, 'w-full text-start')}>
      <Icon size={20} strokeWidth={1.7} aria-hidden="true" className={flip ? 'flip' : undefined} />
      {children}
    </button>
  );
}

/** The signed-in user at the bottom of the sidebar: a button that opens a menu. */
export function SidebarPerson({
  avatar,
  name,
  role,
  ...button
}: Omit<ComponentProps<'button'>, 'role' | 'name'> & {
  avatar: ReactNode;
  name: ReactNode;
  role: ReactNode;
}) {
  return (
    <button
      {...button}
      type="button"
      className="mt-2 flex w-full items-center gap-3 rounded-ctl border-t border-line px-3 py-[10px] text-start hover:bg-tint rail:flex-col rail:gap-1 rail:px-1 rail:text-center"
    >
      {avatar}
      <span className="min-w-0 flex-1 rail:max-w-full">
        <b className="block truncate text-small leading-[1.35] rail:text-xs">{name}</b>
        <small className="text-xs text-ink-2 rail:hidden">{role}</small>
      </span>
      <ChevronsUpDown
        size={16}
        strokeWidth={1.7}
        aria-hidden="true"
        className="flex-none text-ink-2 rail:hidden"
      />
    </button>
  );
}

/** Under 900 px: the clinic's name and the buttons that open the contents of the sidebar. */
export function TopBar({ brand, children }: { brand: ReactNode; children: ReactNode }) {
  return (
    <header className="sticky top-0 z-30 flex min-h-[60px] items-center gap-1 border-b border-line bg-page ps-4 pe-2 lg:hidden">
      <div className="me-auto min-w-0">{brand}</div>
      {children}
    </header>
  );
}
