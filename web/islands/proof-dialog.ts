import type { IslandHead } from './define.ts';
import { open } from './wake.ts';

export interface ProofRequest {
  /** True if the user confirmed their identity, false if the user declined. */
  onAnswered(proved: boolean): void;
}

export const proofDialog = {
  name: 'proof-dialog',
  areas: ['common', 'errors', 'account'],
} satisfies IslandHead;

/** Asks the signed-in user to confirm their identity again. */
export const openProofDialog = (onAnswered: ProofRequest['onAnswered']): Promise<void> =>
  open<ProofRequest>(proofDialog, { onAnswered });
