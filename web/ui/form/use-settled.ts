import { useEffect, useState } from 'react';

const debounceMs = 150;

/** The text, updated when the user has stopped typing for a moment (debounced). */
export function useDebouncedText(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
