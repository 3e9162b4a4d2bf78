import type { ReactNode } from 'react';

/** A component with the name of its file. */
export function Example({ file, children }: { file: string; children: ReactNode }) {
  return (
    <section aria-label={file} style={{ display: 'grid', gap: 10, minWidth: 0 }}>
      <code dir="ltr" style={{ fontSize: 12, opacity: 0.7 }}>
        web/ui/{file}
      </code>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center' }}>{children}</div>
    </section>
  );
}
