import { createRoot, type Root } from 'react-dom/client';
import type { AuthDialogRequest } from '#web/islands/auth-dialog.ts';
import { AuthDialog } from './auth-dialog.tsx';

let root: Root | undefined;
let count = 0;

/** The dialog stands in the browser only: it is made when somebody asks for it, at the end of the body. */
export function mountAuthDialog(request: AuthDialogRequest): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  count += 1;
  root.render(<AuthDialog key={count} {...request} />);
}
