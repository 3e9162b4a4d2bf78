import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Wish } from '#shared/contract/offers.ts';
import { Button } from '#web/ui/button.tsx';
import { useWishWords } from './wish-words.ts';

interface WishLineProps {
  wish: Wish;
  /** Of the button that ends it. */
  label: string;
  busy: boolean;
  onLeave(): void;
  children: ReactNode;
}

/** What is waited for, what came of it so far, and the way off the list. */
export function WishLine({ wish, label, busy, onLeave, children }: WishLineProps) {
  const { service, suits } = useWishWords()(wish);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3">
      <div className="min-w-0 text-ui">
        <p className="font-strong">{service}</p>
        <p className="text-small">{suits}</p>
        <p className="text-small text-ink-2">{children}</p>
      </div>
      <Button
        kind="out"
        size="sm"
        aria-label={`${label}: ${service}`}
        icon={<X size={18} strokeWidth={1.7} aria-hidden="true" />}
        busy={busy}
        onClick={onLeave}
      >
        {label}
      </Button>
    </li>
  );
}
