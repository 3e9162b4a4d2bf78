import { Refusal } from '#shared/errors.ts';

/** How long a proof of who she is stands for acts that ask for one. */
const proofStandsMs = 15 * 60_000;

/** Refuses her who last showed longer ago who she is. */
export function wantProof({ session }: { session: { readonly provedAt: Date } }, now: Date): void {
  if (now.getTime() - session.provedAt.getTime() > proofStandsMs) throw new Refusal('proof_needed');
}
