import { createRoot, type Root } from 'react-dom/client';
import { AuthDialog } from '#web/features/accounts/auth-dialog.tsx';
import type { AuthDialogRequest } from './auth-dialog.ts';

let root: Root | undefined;
let count = 0;

/** The dialog stands in the browser only: it is made when somebody asks for it, at the end of the body. */
export function mountAuthDialog(request: AuthDialogRequest): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  count += 1;
  root.render(<AuthDialog key={count} {...request} />);
}
