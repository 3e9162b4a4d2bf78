import { wallToInstant } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';

/** How long a proof of identity is valid for actions that require one. */
export const proofValidMs = 15 * 60_000;

interface Proven {
  readonly session: { readonly provedAt: Date };
}

/** Whether the viewer signed in or proved identity within this time. */
export const isProven = ({ session }: Proven, now: Date, standsMs = proofValidMs): boolean =>
  now.getTime() - session.provedAt.getTime() <= standsMs;

/** Rejects a viewer whose last proof is older. */
export function requireProof(viewer: Proven, now: Date, standsMs = proofValidMs): void {
  if (!isProven(viewer, now, standsMs)) throw new Refusal('proof_needed');
}

/** Time of a proof that was never given or was invalidated. */
export const noProofTime = wallToInstant('2000-01-01', '00:00:00');
/** Session data of an actor without a session: by a link or an API key. */
export const noSession = {
  mustFirst: null,
  tokenHash: Buffer.alloc(0),
  session: {
    idleSeconds: 0,
    startedAt: noProofTime,
    expiresAt: noProofTime,
    provedAt: noProofTime,
    awaits: null,
  },
};
