import type { IslandMeta } from './define.ts';
import { openIsland } from './load-island.ts';

export interface ProofRequest {
  /** True if the user confirmed their identity, false if the user declined. */
  onAnswered(proved: boolean): void;
}

export const proofDialogIsland = {
  name: 'proof-dialog',
  areas: ['common', 'errors', 'account'],
} satisfies IslandMeta;

/** Asks the signed-in user to confirm their identity again. */
export const openProofDialog = (onAnswered: ProofRequest['onAnswered']): Promise<void> =>
  openIsland<ProofRequest>(proofDialogIsland, { onAnswered });
