import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { pickLanguage } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { getControlClass } from './control-look.ts';
import { useFieldControl } from './field-control.ts';

/** A native select in our style; the options are its children. */
export function Select({ dense, className, ...rest }: ComponentProps<'select'> & { dense?: boolean }) {
  return (
    <span className="relative block min-w-0">
      <select
        {...rest}
        {...useFieldControl(rest)}
        className={getControlClass(
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
  /** Branches, services or other rows with a name in both languages; undefined while they load. */
  readonly of: readonly { id: number; name: string; nameAr: string | null }[] | undefined;
}

/** Options of a select with the id as value and the name in the current language. */
export const NamedOptions = ({ of }: NamedOptionsProps) =>
  of?.map(({ id, name, nameAr }) => (
    <option key={id} value={id}>
      {pickLanguage(name, nameAr)}
    </option>
  ));
