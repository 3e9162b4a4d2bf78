import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { inLang } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { controlLook } from './control-look.ts';
import { useFieldControl } from './field-control.ts';

/** The system's own list in our box; the options are children. */
export function Select({ dense, className, ...rest }: ComponentProps<'select'> & { dense?: boolean }) {
  return (
    <span className="relative block min-w-0">
      <select
        {...rest}
        {...useFieldControl(rest)}
        className={controlLook(
          dense ? 'dense' : 'normal',
          cx('appearance-none truncate ps-[14px] pe-10', className),
        )}
      />
      <ChevronDown
        size={20}
        strokeWidth={1.7}
        aria-hidden="true"
        className="pointer-events-none absolute end-[14px] top-[calc(50%-10px)] text-ink-2"
      />
    </span>
  );
}

interface NamedOptionsProps {
  /** Branches, services: what has a name in both languages; nothing while it is not read yet. */
  readonly of: readonly { id: number; name: string; nameAr: string | null }[] | undefined;
}

/** The options of a select, by id, in the reader's language. */
export const NamedOptions = ({ of }: NamedOptionsProps) =>
  of?.map(({ id, name, nameAr }) => (
    <option key={id} value={id}>
      {inLang(name, nameAr)}
    </option>
  ));
