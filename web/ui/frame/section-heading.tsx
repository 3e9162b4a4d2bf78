import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Star } from '#web/ui/drawings/star.tsx';

interface SectionHeadingProps {
  id: string;
  title: ReactNode;
  lead?: ReactNode;
  eyebrow?: ReactNode;
  /** True if it is the heading of the page (`h1`). */
  first?: boolean | undefined;
}

/** Heading of a section: a small line with a star, the title, one sentence. */
export function SectionHeading({ id, title, lead, eyebrow, first }: SectionHeadingProps) {
  const Heading = first ? 'h1' : 'h2';
  return (
    <div
      className={cx(
        'grid max-w-[720px]',
        first ? 'mb-[clamp(18px,2vw,28px)] gap-2' : 'mb-[clamp(32px,4.5vw,56px)] gap-[14px]',
      )}
    >
      {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
      <Heading id={id} className="text-h1">
        {title}
      </Heading>
      {lead && <p className="max-w-[58ch] text-lead text-ink-2">{lead}</p>}
    </div>
  );
}

export function Eyebrow({ children }: { children: ReactNode }) {
  return (
    <p className="inline-flex items-center gap-[10px] text-small font-strong text-accent">
      <Star />
      {children}
    </p>
  );
}
