import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { currentUser } from '#shared/contract/accounts.ts';
import type { Reply, WriteEndpoint } from '#shared/contract/endpoint.ts';
import { ApiError, addressOf, ask, type CallInput } from './client.ts';
import { queryClient, readAgain } from './hooks.ts';
import { isProven, refreshSession } from './session.ts';

const tryAgainAfter = 300;
const keyHeader = 'idempotency-key';

/** A 5xx answer: the write may or may not have been done. */
const stumbled = (error: unknown): boolean => error instanceof ApiError && error.status >= 500;
/** Whether it is unknown if the write was done: no answer arrived, or the server failed (5xx). */
export const isUnsure = (error: unknown): boolean =>
  stumbled(error) || (error instanceof ApiError && error.code === 'unreachable');

let asked: Promise<boolean> | undefined;

/**
 * Asks the user to confirm their identity again; false if the user declines. Concurrent writes share one
 * prompt. entry-client.ts listens for the event and shows the dialog.
 */
const askForProof = (): Promise<boolean> => {
  asked ??= new Promise<boolean>((answer) =>
    dispatchEvent(new CustomEvent('proof-needed', { detail: answer })),
  ).finally(() => {
    asked = undefined;
    void refreshSession();
  });
  return asked;
};

/**
 * Asks for the identity check before the confirmation dialog opens, so that it does not appear after the user
 * has confirmed. False if the user declines.
 */
export async function proveFirst(): Promise<boolean> {
  const known = queryClient.getQueryData<Partial<Reply<typeof currentUser>>>([addressOf(currentUser)]);
  const session = known?.session ?? (await ask(currentUser, {}).catch(() => undefined))?.session;
  // If the session is not known, the server decides when the write is sent.
  return session === undefined || isProven(session) || askForProof();
}

/** Opens a confirmation dialog after the user has confirmed their identity. */
export function afterProof(open: () => void): void {
  void proveFirst().then((proved) => {
    if (proved) open();
  });
}

/**
 * Sends a request. If the server requires a recent identity check, asks the user for it and sends the request
 * again.
 */
export async function withProof<T>(asking: () => Promise<T>): Promise<T> {
  try {
    return await asking();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'proof_needed' || !(await askForProof())) throw error;
    return asking();
  }
}

/**
 * Sends a write. With an Idempotency-Key, retries once after a 5xx answer other than 503 (for 503:
 * `send-again.ts`).
 */
async function write<E extends WriteEndpoint>(spec: E, input: CallInput<E>): Promise<Reply<E>> {
  try {
    return await withProof(() => ask(spec, input));
  } catch (error) {
    const isBusy = error instanceof ApiError && error.status === 503;
    if (!input.headers?.[keyHeader] || !stumbled(error) || isBusy) throw error;
    await new Promise((done) => setTimeout(done, tryAgainAfter));
    return ask(spec, input);
  }
}

interface ChangeOptions {
  /**
   * Stay pending until the queries that the write changed have been refetched; for controls that show the
   * value.
   */
  untilRead?: boolean;
}

const mutationOf = <E extends WriteEndpoint>(spec: E, { untilRead = false }: ChangeOptions = {}) => ({
  mutationKey: [`${spec.method} ${spec.path}`],
  mutationFn: (input: CallInput<E>) => write(spec, input),
  onSuccess: () => {
    const reading = readAgain(spec.changes);
    return untilRead ? reading : undefined;
  },
});

/**
 * Sends a write to an endpoint, notes it in the browser log and refetches the queries that the endpoint
 * changes. The only way for components to write.
 */
export function useChange<E extends WriteEndpoint>(spec: E, options?: ChangeOptions) {
  return useMutation<Reply<E>, ApiError, CallInput<E>>(mutationOf(spec, options), queryClient);
}

/** Like `useChange`, outside a component or for several writes one after another. */
export const change = <E extends WriteEndpoint>(
  spec: E,
  input: CallInput<E>,
  options?: ChangeOptions,
): Promise<Reply<E>> =>
  queryClient
    .getMutationCache()
    .build<Reply<E>, ApiError, CallInput<E>, unknown>(queryClient, mutationOf(spec, options))
    .execute(input);

/**
 * Runs several steps as one mutation: pending until the last step ends, with the error of the step that
 * failed. Each write in it is a `change` and is logged separately.
 */
export function useDoing<Done = void, Input = void>(doing: (input: Input) => Promise<Done>) {
  return useMutation<Done, ApiError, Input>({ mutationFn: doing }, queryClient);
}

/** A new random idempotency key: 16 bytes in hexadecimal. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * A write that must happen only once. A retry with the same input after an unclear result uses the same
 * idempotency key; after a clear answer the next attempt gets a new key.
 */
export function useKeyedChange<E extends WriteEndpoint>(spec: E) {
  const attempt = useRef<{ what: string; key: string } | null>(null);
  return useDoing(async (input: CallInput<E>): Promise<Reply<E>> => {
    const what = JSON.stringify([input.params, input.body]);
    if (attempt.current?.what !== what) attempt.current = { what, key: newKey() };
    try {
      const done = await change(spec, { ...input, headers: { [keyHeader]: attempt.current.key } });
      attempt.current = null;
      return done;
    } catch (error) {
      if (!isUnsure(error)) attempt.current = null;
      throw error;
    }
  });
}
