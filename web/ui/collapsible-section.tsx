import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Card } from './card.tsx';
import { cx } from './cx.ts';

interface CollapsibleSectionProps {
  title: ReactNode;
  /** Shown beside the title, also while the section is closed. */
  summary?: ReactNode;
  startsOpen?: boolean | undefined;
  /** Renders the content before the first opening, for example for form fields. */
  isDrawn?: boolean;
  className?: string;
  children: ReactNode;
}

/** A collapsible section; its content is rendered at the first opening. */
export function CollapsibleSection({
  title,
  summary,
  startsOpen = false,
  isDrawn = false,
  className,
  children,
}: CollapsibleSectionProps) {
  const [wasOpened, setOpened] = useState(startsOpen || isDrawn);
  const titleId = useId();
  return (
    <Card as="section" aria-labelledby={titleId} className={cx('min-w-0', className)}>
      <details
        open={startsOpen || undefined}
        onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
        className="group/fold"
      >
        <summary className="flex min-h-tap cursor-pointer list-none items-center gap-x-[10px] rounded-card px-4 py-[7px] hover:bg-tint [&::-webkit-details-marker]:hidden">
          <h2
            id={titleId}
            className="min-w-0 font-text text-ui leading-snug font-strong tracking-normal max-lg:text-small lg:flex-none"
          >
            {title}
          </h2>
          {summary}
          <ChevronDown
            size={18}
            strokeWidth={1.7}
            aria-hidden="true"
            className="ms-auto flex-none text-ink-2 group-open/fold:rotate-180"
          />
        </summary>
        {wasOpened && <div className="grid gap-4 px-4 pt-1 pb-4">{children}</div>}
      </details>
    </Card>
  );
}

/** Collapsible sections beside each other where they fit; an open section takes the full width. */
export function CollapsibleGroup({ children }: { children: ReactNode }) {
  return (
    <div className="gap-2 empty:hidden max-lg:flex max-lg:flex-wrap max-lg:*:flex-auto lg:grid lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] lg:items-start lg:gap-3 [&>:only-child]:col-span-full [&>section:has(>details[open])]:col-span-full max-lg:[&>section:has(>details[open])]:basis-full [&_h2]:whitespace-nowrap max-lg:[&_summary]:px-3 max-lg:[&_summary]:gap-x-2">
      {children}
    </div>
  );
}
