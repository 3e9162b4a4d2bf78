import { useEffect, useRef, useState } from 'react';
import { SearchInput, type SearchInputProps } from './search-input.tsx';

const pause = 250;

/** Tells what was typed after a pause; a value that changes by itself (Back, "clear") is shown. */
export function PausedSearch({ value, onChange, ...rest }: SearchInputProps) {
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
    timer.current = window.setTimeout(() => onChange(next.trim()), next === '' ? 0 : pause);
  }
  return <SearchInput maxLength={200} {...rest} value={text} onChange={type} />;
}
