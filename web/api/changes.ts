import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { currentUser } from '#shared/contract/accounts.ts';
import type { Reply, WriteEndpoint } from '#shared/contract/endpoint.ts';
import { ApiError, addressOf, ask, type CallInput } from './client.ts';
import { queryClient, readAgain } from './hooks.ts';
import { isProven, refreshSession } from './session.ts';

const tryAgainAfter = 300;
const keyHeader = 'idempotency-key';

/** The server stumbled: whether the write was done is not known. */
const stumbled = (error: unknown): boolean => error instanceof ApiError && error.status >= 500;
/** Nobody can say whether it was done: no answer came to what was sent, or none that means anything. */
export const isUnsure = (error: unknown): boolean =>
  stumbled(error) || (error instanceof ApiError && error.code === 'unreachable');

let asked: Promise<boolean> | undefined;

/**
 * Has her show once more who she is; false when she would not. Writes that want it at once wait for one
 * answer. Who draws the question listens for the event (entry-client.ts).
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
 * Has the user prove who she is before she confirms something that needs a recent proof: she is not asked after
 * her yes. False when she would not.
 */
export async function proveFirst(): Promise<boolean> {
  const known = queryClient.getQueryData<Partial<Reply<typeof currentUser>>>([addressOf(currentUser)]);
  const session = known?.session ?? (await ask(currentUser, {}).catch(() => undefined))?.session;
  // Where it is not known the server says.
  return session === undefined || isProven(session) || askForProof();
}

/** Goes on with what opens a confirmation, once she has proved who she is. */
export function afterProof(open: () => void): void {
  void proveFirst().then((proved) => {
    if (proved) open();
  });
}

/** Asks the server; where it wants a fresh proof of who she is, that is asked for, and asks again. */
export async function withProof<T>(asking: () => Promise<T>): Promise<T> {
  try {
    return await asking();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'proof_needed' || !(await askForProof())) throw error;
    return asking();
  }
}

/** Sends a write; one with an Idempotency-Key is sent once more when the server stumbles (503: `send-again.ts`). */
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
  /** The write is only over once what it changed has been read again: for what shows the value it changes. */
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
 * The one way to write: through an endpoint, noted in the browser's log; what shows something of what the
 * endpoint says it changes is read again.
 */
export function useChange<E extends WriteEndpoint>(spec: E, options?: ChangeOptions) {
  return useMutation<Reply<E>, ApiError, CallInput<E>>(mutationOf(spec, options), queryClient);
}

/** The same outside of a component, or for several writes one after the other. */
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
 * Several steps, or a write with what belongs to it, as one thing that is done: busy until it is over, and
 * the refusal of the step that failed. The writes in it are `change`s, each noted in the log by itself.
 */
export function useDoing<Done = void, Input = void>(doing: (input: Input) => Promise<Done>) {
  return useMutation<Done, ApiError, Input>({ mutationFn: doing }, queryClient);
}

/** The key of an attempt, by which the server knows it again. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * A write that must not happen twice. The key belongs to the attempt: asked again for the same after silence
 * it is the same attempt; after a clear answer the next one is new.
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
