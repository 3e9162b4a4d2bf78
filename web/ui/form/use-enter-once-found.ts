import { useEffect, useRef } from 'react';

/**
 * Enter that was pressed before anything was found for what was typed is heard once it is; typing on, or
 * leaving, takes it back.
 */
export function useEnterOnceFound<How = void>(pending: boolean, take: (how: How) => void) {
  const entered = useRef<{ how: How } | null>(null);
  useEffect(() => {
    if (pending || entered.current === null) return;
    const { how } = entered.current;
    entered.current = null;
    take(how);
  });
  return {
    press(how: How) {
      entered.current = { how };
    },
    forget() {
      entered.current = null;
    },
  };
}
