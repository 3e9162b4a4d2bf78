import * as clinicSteps from './clinic-steps.ts';
import * as closingSteps from './closing-steps.ts';
import * as daySteps from './day-steps.ts';
import * as offerSteps from './offer-steps.ts';
import * as peopleSteps from './people-steps.ts';
import * as recordSteps from './record-steps.ts';
import * as staffSteps from './staff-steps.ts';
import * as story from './story.ts';
import * as visitSteps from './visit-steps.ts';

const stepModules: Readonly<Record<string, object>> = {
  'clinic-steps': clinicSteps,
  'closing-steps': closingSteps,
  'day-steps': daySteps,
  'offer-steps': offerSteps,
  'people-steps': peopleSteps,
  'record-steps': recordSteps,
  'staff-steps': staffSteps,
  story,
  'visit-steps': visitSteps,
};

/** The executed steps of a run, as fast-check prints them, converted to a test file that repeats them. */
export function formatAsTest(name: string, written: string): string {
  const steps = written.replace(/ *\/\*.*\*\/$/, '').split(/(?<=\)),(?=\w+\()/);
  const used = [...new Set(['tell', ...steps.map((step) => step.replace(/\(.*/, ''))])].sort();
  const imports = Object.entries(stepModules).flatMap(([home, names]) => {
    const here = used.filter((name) => name in names);
    return here.length > 0 ? [`import { ${here.join(', ')} } from './${home}.ts';`] : [];
  });
  return `import { afterAll, beforeAll, test } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/test-app.ts';
${imports.join('\n')}

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test('${name}', () =>
  tell(t, [
${steps.map((step) => `    ${step},`).join('\n')}
  ]));
`;
}
