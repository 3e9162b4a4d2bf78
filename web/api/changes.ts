import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { currentUser } from '#shared/contract/accounts.ts';
import type { Reply, WriteEndpoint } from '#shared/contract/endpoint.ts';
import { ApiError, buildEndpointUrl, type CallInput, callUntyped } from './client.ts';
import { queryClient, refetchSubjects } from './hooks.ts';
import { hasRecentProof, refreshSession } from './session.ts';

const serverRetryAfterMs = 300;
const keyHeader = 'idempotency-key';

/** A 5xx answer: the write may or may not have been done. */
const isServerFailure = (error: unknown): boolean => error instanceof ApiError && error.status >= 500;
/** Whether it is unknown if the write was done: no answer arrived, or the server failed (5xx). */
export const isOutcomeUnknown = (error: unknown): boolean =>
  isServerFailure(error) || (error instanceof ApiError && error.code === 'unreachable');

let pendingProof: Promise<boolean> | undefined;

/**
 * Asks the user to confirm their identity again; false if the user declines. Concurrent writes share one
 * prompt. entry-client.ts listens for the event and shows the dialog.
 */
const requestProof = (): Promise<boolean> => {
  pendingProof ??= new Promise<boolean>((answer) =>
    dispatchEvent(new CustomEvent('proof-needed', { detail: answer })),
  ).finally(() => {
    pendingProof = undefined;
    void refreshSession();
  });
  return pendingProof;
};

/**
 * Asks for the identity check before the confirmation dialog opens, so that it does not appear after the user
 * has confirmed. False if the user declines.
 */
export async function ensureProof(): Promise<boolean> {
  const known = queryClient.getQueryData<Partial<Reply<typeof currentUser>>>([buildEndpointUrl(currentUser)]);
  const session = known?.session ?? (await callUntyped(currentUser, {}).catch(() => undefined))?.session;
  // If the session is not known, the server decides when the write is sent.
  return session === undefined || hasRecentProof(session) || requestProof();
}

/** Opens a confirmation dialog after the user has confirmed their identity. */
export function openAfterProof(open: () => void): void {
  void ensureProof().then((proved) => {
    if (proved) open();
  });
}

/**
 * Sends a request. If the server requires a recent identity check, asks the user for it and sends the request
 * again.
 */
export async function sendWithProof<T>(asking: () => Promise<T>): Promise<T> {
  try {
    return await asking();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'proof_needed' || !(await requestProof())) throw error;
    return asking();
  }
}

/**
 * Sends a write. With an Idempotency-Key, retries once after a 5xx answer other than 503 (for 503:
 * `retry-while-busy.ts`).
 */
async function sendWrite<E extends WriteEndpoint>(spec: E, input: CallInput<E>): Promise<Reply<E>> {
  try {
    return await sendWithProof(() => callUntyped(spec, input));
  } catch (error) {
    const isBusy = error instanceof ApiError && error.status === 503;
    if (!input.headers?.[keyHeader] || !isServerFailure(error) || isBusy) throw error;
    await new Promise((done) => setTimeout(done, serverRetryAfterMs));
    return callUntyped(spec, input);
  }
}

interface ChangeOptions {
  /**
   * Stay pending until the queries that the write changed have been refetched; for controls that show the
   * value.
   */
  untilRead?: boolean;
}

const buildMutationOptions = <E extends WriteEndpoint>(
  spec: E,
  { untilRead = false }: ChangeOptions = {},
) => ({
  mutationKey: [`${spec.method} ${spec.path}`],
  mutationFn: (input: CallInput<E>) => sendWrite(spec, input),
  onSuccess: () => {
    const reading = refetchSubjects(spec.changes);
    return untilRead ? reading : undefined;
  },
});

/**
 * Sends a write to an endpoint, notes it in the browser log and refetches the queries that the endpoint
 * changes. The only way for components to write.
 */
export function useChange<E extends WriteEndpoint>(spec: E, options?: ChangeOptions) {
  return useMutation<Reply<E>, ApiError, CallInput<E>>(buildMutationOptions(spec, options), queryClient);
}

/** Like `useChange`, outside a component or for several writes one after another. */
export const sendChange = <E extends WriteEndpoint>(
  spec: E,
  input: CallInput<E>,
  options?: ChangeOptions,
): Promise<Reply<E>> =>
  queryClient
    .getMutationCache()
    .build<Reply<E>, ApiError, CallInput<E>, unknown>(queryClient, buildMutationOptions(spec, options))
    .execute(input);

/**
 * Runs several steps as one mutation: pending until the last step ends, with the error of the step that
 * failed. Each write in it is a `sendChange` call and is logged separately.
 */
export function useMultiStepChange<Done = void, Input = void>(doing: (input: Input) => Promise<Done>) {
  return useMutation<Done, ApiError, Input>({ mutationFn: doing }, queryClient);
}

/** A new random idempotency key: 16 bytes in hexadecimal. */
export const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * A write that must happen only once. A retry with the same input after an unclear result uses the same
 * idempotency key; after a clear answer the next attempt gets a new key.
 */
export function useKeyedChange<E extends WriteEndpoint>(spec: E) {
  const attempt = useRef<{ what: string; key: string } | null>(null);
  return useMultiStepChange(async (input: CallInput<E>): Promise<Reply<E>> => {
    const what = JSON.stringify([input.params, input.body]);
    if (attempt.current?.what !== what) attempt.current = { what, key: createIdempotencyKey() };
    try {
      const done = await sendChange(spec, { ...input, headers: { [keyHeader]: attempt.current.key } });
      attempt.current = null;
      return done;
    } catch (error) {
      if (!isOutcomeUnknown(error)) attempt.current = null;
      throw error;
    }
  });
}
