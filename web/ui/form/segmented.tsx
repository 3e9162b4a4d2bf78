import { cx } from '#web/ui/cx.ts';
import { TabList, type TabListProps } from '#web/ui/frame/tab-list.tsx';

/** Tabs inside a dialog or a card: a sunken bar with the chosen tab raised. */
export function Segmented({ className, ...rest }: TabListProps) {
  return (
    <TabList
      {...rest}
      className={cx('flex gap-[2px] rounded-item bg-sunk p-1', className)}
      tabClassName="grid min-h-tap min-w-tap flex-auto place-items-center rounded-sm px-2 text-center text-small leading-tight font-medium text-ink-2 hover:text-ink aria-selected:bg-surface aria-selected:font-strong aria-selected:text-brand aria-selected:shadow-card sm:px-3"
    />
  );
}
