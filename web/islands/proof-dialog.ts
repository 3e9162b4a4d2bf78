import type { IslandHead } from './define.ts';
import { open } from './wake.ts';

export interface ProofRequest {
  /** True once she has shown who she is, false when she would not. */
  onAnswered(proved: boolean): void;
}

export const proofDialog = {
  name: 'proof-dialog',
  areas: ['common', 'errors', 'account'],
} satisfies IslandHead;

/** Asks whoever is signed in to show once more who she is. */
export const openProofDialog = (onAnswered: ProofRequest['onAnswered']): Promise<void> =>
  open<ProofRequest>(proofDialog, { onAnswered });
