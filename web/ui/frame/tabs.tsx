import { cx } from '#web/ui/cx.ts';
import { TabList, type TabListProps } from './tab-list.tsx';

/** Underlined tabs for sections of a page; on a phone long labels wrap instead of scrolling. */
export function Tabs({ className, ...rest }: TabListProps) {
  return (
    <TabList
      {...rest}
      className={cx('flex flex-wrap gap-x-1 max-md:gap-x-0 border-b border-line', className)}
      tabClassName="-mb-px inline-flex min-h-ctl items-center gap-2 border-b-2 border-transparent px-[14px] text-ui font-medium text-ink-2 hover:text-ink aria-selected:border-brand aria-selected:text-brand max-md:flex-auto max-md:justify-center max-md:px-[3px] max-md:text-xs max-md:leading-tight md:aria-selected:font-strong"
    />
  );
}
