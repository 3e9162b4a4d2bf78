import { authDialog } from '#web/islands/auth-dialog.ts';
import { defineIsland } from '#web/islands/define.ts';
import { AuthDialog } from './auth-dialog.tsx';

/** The dialog stands in the browser only: it is made when somebody asks for it. */
export const island = defineIsland({ ...authDialog, component: AuthDialog });
