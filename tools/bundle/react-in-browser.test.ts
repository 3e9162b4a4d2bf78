import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { askingByName, asModule, lightRenderer, withoutKinds } from './react-in-browser.ts';
import { exportsLeftOut } from './react-parts.ts';

const fileOf = (path: string) => `node_modules/${path}.production.js`;
const read = (path: string) => readFileSync(fileOf(path), 'utf8');
const renderer = 'react-dom/cjs/react-dom-client';

test('the renderer comes without what the house never uses, and with the rest', () => {
  const light = lightRenderer(fileOf(renderer), read(renderer));
  expect(light).not.toMatch(/case (?:19|21|26|27|30|31):/);
  expect(light).not.toMatch(/prototype\.(?:compareDocumentPosition|getAnimations)/);
  expect(light).toContain('function updateSuspenseComponent');
  expect(gzipSync(light).length).toBeLessThan(gzipSync(read(renderer)).length * 0.95);
});

test('another React than the one these parts were named for stops the build', () => {
  const another = read(renderer).replace('function waitForCommitToBeReady(', 'function waitForCommit(');
  expect(() => lightRenderer(fileOf(renderer), another)).toThrow('has no waitForCommitToBeReady');
});

test('a kind that stays keeps what it shared with one that goes', () => {
  const before = `
    switch (fiber.tag) {
      case 26: shared(); break;
      case 5: host(); break;
      case 27: case 6: both(); break;
      case 1: first();
      case 30: second(); break;
      case 31: var declared = 1; gone(); break;
      default: use(declared);
    }
    if (19 === fiber.tag || 26 !== fiber.tag) asked();
    switch (lane) { case 26: lanes(); }`;
  const after = withoutKinds('a.js', before).replace(/\s+/g, ' ');
  expect(after).not.toMatch(/shared|gone|case 27|case 30/);
  expect(after).toContain('case 6: both(); break;');
  expect(after).toContain('case 1: first(); second(); break;');
  expect(after).toContain('var declared;');
  expect(after).toContain('if (!1 || !0) asked();');
  expect(after).toContain('switch (lane) { case 26: lanes(); }');
});

test('a module of React says by name what it has, but for what is left out', () => {
  const react = asModule(fileOf('react/cjs/react'), read('react/cjs/react'), exportsLeftOut.react);
  expect(react).toMatch(/export \{.*\$useState as useState.*\};/);
  for (const name of exportsLeftOut.react ?? []) expect(react).not.toContain(` as ${name}`);
  const scheduler = asModule(fileOf('scheduler/cjs/scheduler'), read('scheduler/cjs/scheduler'));
  // Set twice there: a second `var` was taken by the bundler for another one.
  expect(scheduler.match(/var \$unstable_now\b/g)).toHaveLength(1);
  expect(scheduler).not.toMatch(/\b(?:exports|require)\b/);
});

test('nothing holds all of React, so that a build can leave out what nobody imports', () => {
  const dom = asModule(fileOf('react-dom/cjs/react-dom'), read('react-dom/cjs/react-dom'));
  expect(dom).toMatch(/^import \* as React from "react";/);
  expect(dom).not.toMatch(/= React\b(?!\.)/);
  const id = askingByName(readFileSync('node_modules/@radix-ui/react-id/dist/index.mjs', 'utf8'));
  expect(id).toContain('= React.useId ||');
  expect(askingByName("React2[' use '.trim().toString()], React['useId'.toString()]")).toBe(
    'React2.use, React.useId',
  );
  expect(askingByName("import React, { useRef } from 'react';")).toBe(
    "import * as React from 'react'; import { useRef } from 'react';",
  );
});

test('what is left out is imported by nobody', () => {
  for (const [from, names] of Object.entries(exportsLeftOut)) {
    const text = read(from === 'react' ? 'react/cjs/react' : 'react-dom/cjs/react-dom');
    for (const name of names) expect(text, `${from} has ${name}`).toContain(`exports.${name} =`);
  }
});
