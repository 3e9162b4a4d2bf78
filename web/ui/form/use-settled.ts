import { useEffect, useState } from 'react';

const typingPause = 150;

/** The text, updated when the user has stopped typing for a moment (debounced). */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
