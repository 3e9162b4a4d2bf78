import { useEffect, useRef, useState } from 'react';
import { SearchInput, type SearchInputProps } from './search-input.tsx';

const searchDebounceMs = 250;

/**
 * A search input that reports the text after a pause. A value changed from outside (Back, "clear") replaces
 * the text.
 */
export function DebouncedSearchInput({ value, onChange, ...rest }: SearchInputProps) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const timer = useRef<number>(undefined);
  if (value !== seen) {
    setSeen(value);
    if (value !== text.trim()) setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  function type(next: string) {
    setText(next);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onChange(next.trim()), next === '' ? 0 : searchDebounceMs);
  }
  return <SearchInput maxLength={200} {...rest} value={text} onChange={type} />;
}
