import type { NavItem } from './sidebar.tsx';

/**
 * Navigation bar at the bottom under 900 px. The page needs 150 px of space below its content (`pb-[150px]`).
 */
export function BottomBar({
  label,
  items,
  current,
  onFollow,
}: {
  label: string;
  items: readonly NavItem[];
  current: string;
  onFollow?(event: React.MouseEvent, href: string): void;
}) {
  return (
    <nav
      aria-label={label}
      className="bottom-bar fixed inset-x-0 bottom-0 z-40 flex border-t border-line bg-surface px-1 pt-1 pb-[max(6px,env(safe-area-inset-bottom))] lg:hidden"
    >
      {items.map(({ href, label: name, icon: Icon }) => (
        <a
          key={href}
          href={href}
          aria-current={href === current ? 'page' : undefined}
          onClick={(event) => onFollow?.(event, href)}
          className="group grid min-h-14 min-w-0 flex-auto place-content-center justify-items-center gap-[3px] text-center text-tiny leading-snug font-medium text-ink-2 aria-[current=page]:font-strong aria-[current=page]:text-brand"
        >
          <Icon
            size={22}
            strokeWidth={1.7}
            aria-hidden="true"
            className="group-aria-[current=page]:text-accent"
          />
          {name}
        </a>
      ))}
    </nav>
  );
}
