import type { ReactNode } from 'react';
import { Router } from 'wouter';

/** The server renders staff pages without their query string; it is read after hydration. */
export function StaffRouter({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Router ssrPath={path} ssrSearch="">
      {children}
    </Router>
  );
}
