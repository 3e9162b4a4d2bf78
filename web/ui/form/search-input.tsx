import { ListFilter, Search, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIsNarrow } from '#web/ui/frame/use-narrow.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';

export type SearchInputProps = Omit<TextInputProps, 'onChange' | 'value' | 'type' | 'icon' | 'end'> & {
  /** Accessible name; the placeholder is only an example. */
  label: string;
  clearLabel: string;
  /** Shorter placeholder for narrow widths. */
  shortPlaceholder?: string;
  /** True if the input filters the list below it on a page that also has a search for patients. */
  isFilter?: boolean;
  value: string;
  onChange(value: string): void;
  end?: ReactNode;
};

export function SearchInput({
  label,
  clearLabel,
  value,
  onChange,
  end,
  placeholder,
  shortPlaceholder,
  isFilter = false,
  ...rest
}: SearchInputProps) {
  const isNarrow = useIsNarrow();
  const Icon = isFilter ? ListFilter : Search;
  const clear = value && (
    <IconButton label={clearLabel} className="size-9! touch:size-tap!" onClick={() => onChange('')}>
      <X size={18} strokeWidth={1.7} aria-hidden="true" />
    </IconButton>
  );
  return (
    <TextInput
      {...rest}
      type="search"
      aria-label={label}
      placeholder={isNarrow ? (shortPlaceholder ?? placeholder) : placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      icon={<Icon size={20} strokeWidth={1.7} />}
      end={clear || end}
    />
  );
}
