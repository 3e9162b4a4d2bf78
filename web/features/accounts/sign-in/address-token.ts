import { useSyncExternalStore } from 'react';

const subscribeNone = () => () => {};
const readUrlToken = () => new URLSearchParams(location.search).get('token') ?? '';

/** Token of the link in the address; empty if there is none, null before hydration. */
export const useUrlToken = (): string | null => useSyncExternalStore(subscribeNone, readUrlToken, () => null);

/** Removes the token from the address, because a used link has no purpose in the history. */
export const removeUrlToken = (): void => history.replaceState(null, '', location.pathname);
