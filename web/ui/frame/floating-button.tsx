import { Plus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

/** The one thing to add, above the bottom bar, under 900 px. */
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
      className="petal petal-large fixed end-4 bottom-[84px] z-41 grid size-[60px] place-items-center bg-btn text-btn-ink shadow-float hover:bg-btn-hover active:bg-btn-press lg:hidden"
    >
      {icon ?? <Plus size={26} strokeWidth={2} aria-hidden="true" />}
    </button>
  );
}
