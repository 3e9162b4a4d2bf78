import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

export type NavItem = { href: string; label: string; icon: LucideIcon; badge?: ReactNode };

/** One place of a staff navigation, current or not. Shared by the sidebar and the phone's menu. */
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
      className="group flex min-h-tap w-full items-center gap-3 rounded-ctl px-3 text-start text-ui font-medium text-ink-2 hover:bg-tint hover:text-ink aria-[current=page]:bg-surface aria-[current=page]:font-strong aria-[current=page]:text-brand aria-[current=page]:shadow-card"
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
  /** Name of the navigation. */
  label: string;
  items: readonly NavItem[];
  current: string;
  onFollow?(event: React.MouseEvent, href: string): void;
  /** Logout and the person signed in. */
  foot?: ReactNode;
  className?: string;
};

/** 252 wide, from 900 px on; below, the top bar takes its place. */
export function Sidebar({ brand, label, items, current, onFollow, foot, className }: SidebarProps) {
  return (
    <aside
      className={cx(
        'sticky top-0 flex h-dvh w-[252px] flex-none flex-col gap-[2px] overflow-y-auto border-e border-line bg-sunk px-[14px] pt-[22px] pb-4 max-lg:hidden',
        className,
      )}
    >
      <div className="px-[10px] pb-6">{brand}</div>
      <nav aria-label={label} className="grid gap-[2px]">
        {items.map((item) => (
          <NavLink key={item.href} item={item} current={item.href === current} onFollow={onFollow} />
        ))}
      </nav>
      {foot && <div className="mt-auto pt-4">{foot}</div>}
    </aside>
  );
}

/** A quiet button in the shape of a place: Logout. */
export function NavButton({
  icon: Icon,
  flip,
  children,
  ...rest
}: React.ComponentProps<'button'> & { icon: LucideIcon; flip?: boolean }) {
  return (
    <button
      {...rest}
      type="button"
      className="flex min-h-tap w-full items-center gap-3 rounded-ctl px-3 text-start text-ui font-medium text-ink-2 hover:bg-tint hover:text-ink"
    >
      <Icon size={20} strokeWidth={1.7} aria-hidden="true" className={flip ? 'flip' : undefined} />
      {children}
    </button>
  );
}

/** Who is signed in, at the foot of the sidebar. */
export function SidebarPerson({
  avatar,
  name,
  role,
}: {
  avatar: ReactNode;
  name: ReactNode;
  role: ReactNode;
}) {
  return (
    <div className="mt-2 flex items-center gap-3 border-t border-line px-3 py-[14px]">
      {avatar}
      <span className="min-w-0">
        <b className="block truncate text-small leading-[1.35]">{name}</b>
        <small className="text-xs text-ink-2">{role}</small>
      </span>
    </div>
  );
}

/** Under 900 px: the brand and the buttons that open what the sidebar holds. */
export function TopBar({ brand, children }: { brand: ReactNode; children: ReactNode }) {
  return (
    <header className="sticky top-0 z-30 flex min-h-[60px] items-center gap-1 border-b border-line bg-page ps-4 pe-2 lg:hidden">
      <div className="me-auto min-w-0">{brand}</div>
      {children}
    </header>
  );
}
