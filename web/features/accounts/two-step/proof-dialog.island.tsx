import { defineIsland } from '#web/islands/define.ts';
import { proofDialog } from '#web/islands/proof-dialog.ts';
import { ProofDialog } from './proof-dialog.tsx';

/** The dialog stands in the browser only: it is made when the server asks for a proof. */
export const island = defineIsland({ ...proofDialog, component: ProofDialog });
