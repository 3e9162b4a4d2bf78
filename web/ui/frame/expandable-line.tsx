import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { cx } from '#web/ui/cx.ts';

export interface ExpandableLineProps {
  title: string;
  open: boolean;
  onToggle(open: boolean): void;
  children: ReactNode;
}

/** A line that expands to rarely needed content; collapsed content is not rendered. */
export function ExpandableLine({ title, open, onToggle, children }: ExpandableLineProps) {
  const id = useId();
  return (
    <div className="grid gap-4">
      <h2 className="font-text text-ui leading-snug tracking-normal">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => onToggle(!open)}
          className="flex min-h-14 w-full items-center justify-between gap-3 rounded-card border border-line bg-surface px-5 text-start font-strong hover:border-control"
        >
          {title}
          <ChevronDown
            size={20}
            strokeWidth={1.7}
            aria-hidden="true"
            className={cx('flex-none transition-transform', open && 'rotate-180')}
          />
        </button>
      </h2>
      {open && (
        <div id={id} className="grid gap-5">
          {children}
        </div>
      )}
    </div>
  );
}
