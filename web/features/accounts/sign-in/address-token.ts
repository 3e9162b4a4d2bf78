import { useSyncExternalStore } from 'react';

const never = () => () => {};
const read = () => new URLSearchParams(location.search).get('token') ?? '';

/** The token of the link she followed; empty when there is none, null while the page is still asleep. */
export const useAddressToken = (): string | null => useSyncExternalStore(never, read, () => null);

/** A spent link is of no use in the history. */
export const forgetToken = (): void => history.replaceState(null, '', location.pathname);
