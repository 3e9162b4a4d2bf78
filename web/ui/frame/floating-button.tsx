import { Plus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { RootMark } from './root-mark.tsx';

/**
 * The main "add" button under 900 px. It sits in the middle of the bottom bar and slightly above it, where it
 * hides no row's status.
 */
export function FloatingButton({
  label,
  icon,
  ...rest
}: ComponentProps<'button'> & { label: string; icon?: ReactNode }) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      className="petal petal-large fixed inset-x-0 bottom-[max(12px,env(safe-area-inset-bottom))] z-41 mx-auto grid size-[60px] place-items-center bg-btn text-btn-ink shadow-float hover:bg-btn-hover active:bg-btn-press lg:hidden"
    >
      <RootMark of="floating-add" />
      {icon ?? <Plus size={26} strokeWidth={2} aria-hidden="true" />}
    </button>
  );
}
