import { wallToInstant } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';

/** How long a proof of who she is stands for acts that ask for one. */
export const proofStandsMs = 15 * 60_000;

interface Proven {
  readonly session: { readonly provedAt: Date };
}

/** Whether the viewer signed in, or proved who she is, not longer ago than this. */
export const isProven = ({ session }: Proven, now: Date, standsMs = proofStandsMs): boolean =>
  now.getTime() - session.provedAt.getTime() <= standsMs;

/** Refuses a viewer whose last proof is older. */
export function wantProof(viewer: Proven, now: Date, standsMs = proofStandsMs): void {
  if (!isProven(viewer, now, standsMs)) throw new Refusal('proof_needed');
}

/** Of a proof that nobody gave, or that stands for nothing any more. */
export const longAgo = wallToInstant('2000-01-01', '00:00:00');
/** Of who acts without having signed in, and has proved nothing: by a link, or by a key. */
export const noSession = {
  mustFirst: null,
  tokenHash: Buffer.alloc(0),
  session: { idleSeconds: 0, startedAt: longAgo, expiresAt: longAgo, provedAt: longAgo, awaits: null },
};
