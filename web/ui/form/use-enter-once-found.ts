import { useEffect, useRef } from 'react';

/**
 * Delays an Enter that was pressed while results were pending until they have arrived. `forget` cancels it
 * when the user types on or leaves the field.
 */
export function useDelayedEnter<How = void>(pending: boolean, take: (how: How) => void) {
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
