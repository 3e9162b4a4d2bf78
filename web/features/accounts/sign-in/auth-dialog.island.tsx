import { authDialogIsland } from '#web/islands/auth-dialog.ts';
import { defineIsland } from '#web/islands/define.ts';
import { AuthDialog } from './auth-dialog.tsx';

/** The dialog exists only in the browser: it is created when it is first opened. */
export const island = defineIsland({ ...authDialogIsland, component: AuthDialog });
