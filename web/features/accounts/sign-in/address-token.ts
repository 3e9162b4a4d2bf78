import { useSyncExternalStore } from 'react';

const never = () => () => {};
const read = () => new URLSearchParams(location.search).get('token') ?? '';

/** Token of the link in the address; empty if there is none, null before hydration. */
export const useAddressToken = (): string | null => useSyncExternalStore(never, read, () => null);

/** Removes the token from the address, because a used link has no purpose in the history. */
export const forgetToken = (): void => history.replaceState(null, '', location.pathname);
