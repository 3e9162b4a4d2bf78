import { expect, test } from 'vitest';
import { filesUnder, read, sourcesUnder, withoutComments } from './files.ts';

/** Tailwind classes that name a physical side. */
const physicalClass =
  /(?<=^|[\s"'`:!])-?(?:(?:scroll-)?[mp][lr]-|(?:left|right)-[\d[]|(?:text|float|clear)-(?:left|right)(?=[\s"'`!])|rounded-(?:[lr]|[tb][lr])(?=[\s"'`-])|border-[lr](?=[\s"'`-])|divide-[lr]-)[\w[\].%-]*/g;
/** CSS properties and values that name a physical side, in style sheets and `style` attributes. */
const physicalCss =
  /(?<=^|[;{\s])(?:(?:scroll-)?(?:margin|padding)-(?:left|right)|border-(?:left|right)[\w-]*|border-(?:top|bottom)-(?:left|right)-radius|left|right)(?=\s*:)|(?:text-align|float|clear)\s*:\s*(?:left|right)\b/g;
const physicalStyle =
  /\b(?:(?:margin|padding|border)(?:Left|Right)\w*|border(?:Top|Bottom)(?:Left|Right)Radius)(?=\s*:)/g;

const found = (text: string, ...patterns: RegExp[]): string[] =>
  patterns.flatMap((pattern) => text.match(pattern) ?? []);

test('the layout uses logical sides only, so that it mirrors in Arabic', () => {
  const complaints = [
    ...sourcesUnder('web').map(([path, text]) => [
      path,
      found(withoutComments(text), physicalClass, physicalStyle),
    ]),
    ...filesUnder('web')
      .filter((path) => path.endsWith('.css'))
      .map((path) => [path, found(withoutComments(read(path)), physicalCss, physicalClass)]),
  ];
  expect(complaints.length).toBeGreaterThan(300);
  expect(complaints.filter(([, sides]) => sides?.length)).toEqual([]);
});

test.each(['ml-2', 'md:hover:mr-auto', '!pl-3', 'md:right-[3px]', 'text-left'])('%s is found', (name) => {
  expect(found(`<p className="flex ${name} p-2" />`, physicalClass)).toHaveLength(1);
});

test.each(['left: 0', 'text-align: right', 'border-left-width: 1px', 'margin-right: 0'])(
  '%s is found',
  (css) => {
    expect(found(`p {\n  ${css};\n}`, physicalCss)).toHaveLength(1);
  },
);

test('logical sides are allowed', () => {
  const classes = 'ms-2 ps-3 start-0 text-start rounded-s-lg border-e inset-x-0 data-[side=left]:ms-1';
  expect(
    found(`<p className="${classes}" style={{ marginInline: 3 }} />`, physicalClass, physicalStyle),
  ).toEqual([]);
  expect(found('p { margin-inline-start: 1px; text-align: start }', physicalCss)).toEqual([]);
});
