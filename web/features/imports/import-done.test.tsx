import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Import } from '#shared/contract/connections/imports.ts';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import { queryClient } from '#web/api/hooks.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { ImportDone } from './import-done.tsx';

const done = (wrong: number) => {
  const counts = { new: 3, same: 0, doubtful: 0, wrong };
  const file = { id: 1, refusal: null, counts, left: 0, patients: 3, visits: 0 } as Import;
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <ImportDone file={file} />
    </QueryClientProvider>,
  );
};

test('the report of an import can be downloaded also if no row was left out', () => {
  setMessageLanguage('en', dictionaries.en);
  expect(done(0)).toContain('Download the report');
  expect(done(2)).toContain('Download the 2 rows left out');
  setMessageLanguage('ar', dictionaries.ar);
  expect(done(0)).toContain('تنزيل التقرير');
});
