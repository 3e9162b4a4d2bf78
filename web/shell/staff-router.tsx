import type { ReactNode } from 'react';
import { Router } from 'wouter';

/** The server renders staff pages without their query: it is read once the browser has taken over. */
export function StaffRouter({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Router ssrPath={path} ssrSearch="">
      {children}
    </Router>
  );
}
