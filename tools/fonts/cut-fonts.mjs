// `node tools/go.mjs fonts`: subsets our four faces, at the weights that pages use (`thin/thin-faces.py`), to
// the letters of most pages. The other letters of a face are in a separate file, which browsers load only for
// pages that contain such a letter.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { root } from '../set-up/processes.mjs';

const thin = (name) => join(root, 'tools/fonts/thin', `${name}.woff2`);
const cut = (name) => join(root, 'web/styles/fonts', `${name}.woff2`);

/** Letters of a `unicode-range` like `U+0041-005A, U+0061`. */
export function lettersOf(ranges) {
  return ranges
    .split(',')
    .flatMap((range) => {
      const [from, to = from] = range
        .trim()
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: to - from + 1 }, (_, step) => String.fromCodePoint(from + step));
    })
    .join('');
}

/** ASCII without brackets and other characters of programming. */
const ascii = 'U+0020-003B, U+003D, U+003F-005A, U+005F, U+0061-007A, U+007C';
const signs =
  'U+00A0, U+00AB, U+00B0, U+00B7, U+00BB, U+00D7, U+2010-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+2212';
const latin = `${ascii}, ${signs}, U+00A9, U+00E8-00E9, U+200E-200F, U+2190-2193`;
const programs = 'U+003C, U+003E, U+005B-005E, U+0060, U+007B, U+007D-007E';
/** Letters, digits and punctuation of headings. */
const headings =
  'U+0020-0022, U+0025-0029, U+002B-003B, U+003F, U+0041-005A, U+0061-007A, U+00A0, U+00B7, U+00D7, ' +
  'U+00E8-00E9, U+200E-200F, U+2010-2014, U+2018-2019, U+201C-201D, U+2026';
const headingsMore =
  'U+0023-0024, U+002A, U+003C-003E, U+0040, U+005B-0060, U+007B-007E, U+00A9, U+00AB, U+00B0, U+00BB, ' +
  'U+2022, U+2190-2193, U+2212';
const latinMore =
  'U+00A1-00A8, U+00AA, U+00AC-00AF, U+00B1-00B6, U+00B8-00BA, U+00BC-00D6, U+00D8-00E7, U+00EA-00FF, ' +
  'U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2020-2021, U+2030, U+2039-203A, U+20AC, U+2122';
/** Letters of Persian and Urdu are in the second file. */
const arabic =
  'U+0020, U+00A0, U+060C, U+061B, U+061F, U+0621-063A, U+0640-0652, U+0660-066C, U+0670, U+200C-200E, ' +
  'U+2010-2011';
const arabicMore =
  'U+0600-060B, U+060D-061A, U+061C-061E, U+0620, U+063B-063F, U+0653-065F, U+066D-066F, U+0671-06FF, ' +
  'U+0750-077F, U+08A0-08FF, U+FB50-FDFF, U+FE70-FEFC';

/** Every subset in `web/styles/fonts.css`, and its letters. */
export const cuts = [
  { name: 'figtree-latin', of: 'figtree-latin', letters: latin },
  { name: 'figtree-latin-more', of: 'figtree-latin', letters: `${programs}, ${latinMore}` },
  // Latin words, addresses and figures on public Arabic pages.
  {
    name: 'figtree-in-arabic',
    of: 'figtree-one-weight',
    letters: 'U+0024-003B, U+003D, U+003F-005A, U+005F, U+0061-007A',
  },
  { name: 'fraunces-soft-latin', of: 'fraunces-soft-latin', letters: headings },
  { name: 'fraunces-soft-latin-more', of: 'fraunces-soft-latin', letters: `${headingsMore}, ${latinMore}` },
  { name: 'readex-pro-arabic', of: 'readex-pro-arabic', letters: arabic },
  { name: 'readex-pro-arabic-more', of: 'readex-pro-arabic', letters: arabicMore },
  { name: 'markazi-text-arabic', of: 'markazi-text-arabic', letters: arabic },
  { name: 'markazi-text-arabic-more', of: 'markazi-text-arabic', letters: arabicMore },
];

/** OpenType features that our styles need in Latin faces: spacing, marks, and lining or tabular figures. */
const latinFeatures = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'lnum', 'tnum'];

/** Bytes of one file. An Arabic face keeps all its features, because they join its letters. */
export function fontOf({ of, letters }) {
  return subsetFont(readFileSync(thin(of)), lettersOf(letters), {
    targetFormat: 'woff2',
    // STAT holds style names for font menus of other programs.
    dropTables: ['STAT'],
    ...(of.endsWith('-arabic') ? {} : { keepFeatures: latinFeatures }),
  });
}

export async function cutFonts() {
  for (const each of cuts) {
    const bytes = await fontOf(each);
    writeFileSync(cut(each.name), bytes);
    console.log(`${each.name}: ${(bytes.length / 1000).toFixed(1)} kB`);
  }
  return true;
}
