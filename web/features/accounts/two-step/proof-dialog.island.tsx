import { defineIsland } from '#web/islands/define.ts';
import { proofDialogIsland } from '#web/islands/proof-dialog.ts';
import { ProofDialog } from './proof-dialog.tsx';

/** The dialog exists only in the browser: it is created when the server asks for proof. */
export const island = defineIsland({ ...proofDialogIsland, component: ProofDialog });
