/**
 * How a name sounds, so that it is found in the other script and in another spelling: its consonants and long
 * vowels in a small alphabet of our own (c = sh ش, x = kh خ, g = ج غ g j, k = ق ك k q, s = س ص ث, h = ح ه,
 * and a before a word that begins with a vowel).
 * Arabic writes no short vowels and Latin does not tell them from long ones: where a spelling may mean both,
 * a word has one key for each. Two words sound alike when they share a key.
 */

/** What may stand for one letter; '' = nothing. */
type Choices = readonly string[];

const none: Choices = [''];
const most = 12;

const arabicLetters: Readonly<Record<string, Choices>> = {
  ...Object.fromEntries(
    Array.from('بپتجچگحخدرزسشصضطظغفڤقكکلمن', (letter, i) => [
      letter,
      ['bbtggghxdrzscsdtzgffkkklmn'[i] ?? ''],
    ]),
  ),
  ث: ['s', 't'],
  ذ: ['z', 'd'],
  ه: ['h'],
  و: ['w'],
  ؤ: ['w'],
  ي: ['y'],
  ى: ['y'],
  ی: ['y'],
  ئ: ['y'],
};
/** At the end of a word: ى and ي, ة and ه are written for each other, and ة is heard before another name. */
const arabicEndings: Readonly<Record<string, Choices>> = {
  ي: ['y', ''],
  ى: ['y', ''],
  ی: ['y', ''],
  ه: ['', 'h'],
  ة: ['', 't'],
};

const latinConsonants: readonly [RegExp, Choices][] = [
  [/^(?:tch|sch|sh)/, ['c']],
  [/^ch/, ['c', 'k']],
  [/^kh/, ['x']],
  [/^(?:gh|dj)/, ['g']],
  [/^th/, ['s', 't', 'th']],
  [/^dh/, ['d', 'z', 'dh']],
  [/^ph/, ['f']],
  [/^(?:ck|qu)/, ['k']],
  [/^x/, ['ks']],
  [/^c(?=[eiy])/, ['s']],
  [/^[ckq]/, ['k']],
  [/^[gj]/, ['g']],
  [/^[fv]/, ['f']],
  [/^[bp]/, ['b']],
  [/^h$/, ['', 'h']],
];

const isY = /^(?:ee|[ea][iy]|i[aeiouy]|y)/;
const isW = /^(?:oo|[aeo]w|au|w)/;

/** The long vowels that a row of Latin vowels may mean, in order. */
function glides(vowels: string, last: boolean): Choices[] {
  const found: Choices[] = [];
  let before = '';
  for (let rest = vowels; rest !== ''; ) {
    const y = isY.exec(rest)?.[0];
    const w = isW.exec(rest)?.[0];
    const certain = y ?? w;
    const single = /^(?:ou|ae|.)/.exec(rest)?.[0] ?? rest;
    if (certain !== undefined) {
      found.push([y === undefined ? 'w' : 'y']);
      before = y === undefined ? 'w' : 'y';
      // "ia" is y and the a after it, "iy" one y.
      rest = rest.slice(certain.length);
      continue;
    }
    rest = rest.slice(single.length);
    const ends = last && rest === '';
    if (/^[ou]/.test(single) && before !== 'w') found.push(['', 'w']);
    else if (single === 'i' && ends) found.push(['y']);
    else if (/^(?:ae|e|i)$/.test(single) && before !== 'y' && !ends) found.push(['', 'y']);
    else found.push(none);
  }
  return found;
}

function latinChoices(word: string): Choices[] {
  const found: Choices[] = [];
  for (let rest = word; rest !== ''; ) {
    const vowels = /^[aeiouyw]+/.exec(rest)?.[0];
    if (vowels !== undefined) {
      found.push(...glides(vowels, vowels.length === rest.length));
      rest = rest.slice(vowels.length);
      continue;
    }
    const [pattern, choices] = latinConsonants.find(([known]) => known.test(rest)) ?? [
      /^./,
      [rest.charAt(0)],
    ];
    found.push(choices);
    rest = rest.replace(pattern, '');
  }
  return found;
}

function arabicChoices(word: string): Choices[] {
  const letters = Array.from(word.replace(/([وؤ])[وؤ]/g, '$1').replace(/([يئ])[يئ]/g, '$1'));
  return letters.map((letter, i) => {
    const ending = i > 0 && i === letters.length - 1 ? arabicEndings[letter] : undefined;
    return ending ?? arabicLetters[letter] ?? none;
  });
}

/** Every reading of a row of choices; from a dozen on only the first reading of what follows. */
function readings(choices: readonly Choices[]): string[] {
  let found = [''];
  for (const some of choices) {
    const kept = found.length * some.length > most ? some.slice(0, 1) : some;
    found = kept.flatMap((choice) => found.map((start) => start + choice));
  }
  return [...new Set(found)].filter((key) => key !== '');
}

const isArabic = (word: string): boolean => /[\u0600-\u06ff\ufb50-\ufeff]/.test(word);

/** Digits that stand for letters where Arabic is typed on a Latin keyboard: 7oda, 5aled. Three: a number. */
const typedDigits: Readonly<Record<string, string>> = {
  2: '',
  3: '',
  5: 'kh',
  6: 't',
  7: 'h',
  8: 'gh',
  9: 's',
};

function latin(word: string): string {
  const plain = word
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '')
    .replace(/(?:kh?|g)'/g, 'x');
  return /[a-z]/.test(plain) && !/\d.*\d.*\d/.test(plain)
    ? plain.replace(/\d/g, (digit) => typedDigits[digit] ?? '')
    : '';
}

/** Also where it has become the letter that follows: Essawy. */
const article = /^(?:[ae]l(?=...)|[ae](?=([drstz])\1..)|ال(?=..))/;

const keysOf = (text: string): string[] =>
  isArabic(text)
    ? readings([/^[اأإآعء]/.test(text) ? ['a'] : none, ...arabicChoices(text)])
    : readings([/^[aeiou]/.test(text) ? ['a'] : none, ...latinChoices(text)]);

/** A word's keys, the most likely first, with and without its article; none for a number or a sign. */
export function soundsOf(word: string): string[] {
  const text = isArabic(word) ? word : latin(word);
  const spelt = [text.replace(article, ''), text];
  return [...new Set(spelt.flatMap((one) => keysOf(one.replace(/([b-df-hj-np-tv-z])\1+/g, '$1'))))];
}

/** Where one word is often written as two: the same parts come of both. */
const compounds: readonly [RegExp, string][] = [
  [/^عبد(ال.{2,})$/u, 'عبد $1'],
  [/^([أا]بو)(ال.{2,})$/u, '$1 $2'],
  [/^(.{2,})(الدين)$/u, '$1 $2'],
  [/^(.{2,})(الله)$/u, '$1 $2'],
  [/^abd[aeou]l$/, 'abd'],
  [/^abd[aeou]l?lah?$/, 'abd allah'],
  [/^abd[aeou]l?((?:[aeiou]|([b-df-hj-np-tv-z])\2?).+)$/, 'abd $1'],
  [/^(abou?|abu)[ae]?l(.{3,})$/, '$1 $2'],
  [/^(.{3,}?)(?:[aeou]l|[aeou]d)-?(d(?:ee|i|ie)ne?)$/, '$1 $2'],
  [/^(.{3,}?)[au]llah?$/, '$1 allah'],
];

/**
 * The words of a name, small, without vowel marks: what is often written together ("Abdelaziz", "نورالدين")
 * as its parts, an article that stands alone with nobody.
 */
export function nameParts(text: string): string[] {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u0610-\u061a\u064b-\u065f\u0670\u0640\u200b-\u200f\u202a-\u202e\u2066-\u2069'’ʼ`]/g, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');
  const parts = words.flatMap((word) => {
    const [pattern, parted] = compounds.find(([known]) => known.test(word)) ?? [];
    return pattern && parted !== undefined ? word.replace(pattern, parted).split(' ') : [word];
  });
  const named = parts.filter((word) => !/^(?:[ae]l|ال)$/.test(word));
  return named.length > 0 ? named : parts;
}

/** Letters that are spelt with two in Latin: sh and kh begin with the letters that are typed first. */
const firstOfTwo: Readonly<Record<string, string[]>> = { s: ['c'], k: ['x'] };
/** After a vowel the next consonant may be any. */
const endsOpen = /[aeiouاوىيةه]$/;

/** The beginnings of keys that a word may mean while it is typed; one letter means any word that begins so. */
export function soundBeginnings(word: string): string[] {
  const keys = soundsOf(word);
  if (word.length === 1) return [...keys, ...(firstOfTwo[word] ?? [])];
  const shortest = endsOpen.test(word) ? 3 : 2;
  return keys.filter((key) => key.length >= shortest);
}

/** Does every word of a question sound like a part of the name, or like how one begins? */
export function beginsToSound(name: string, q: string): boolean {
  const heard = nameParts(name).flatMap(soundsOf);
  const asked = nameParts(q);
  const isHeard = (part: string) =>
    soundsOf(part).some((key) => heard.includes(key)) ||
    soundBeginnings(part).some((key) => heard.some((one) => one.startsWith(key)));
  return asked.length > 0 && asked.every(isHeard);
}

/** A word without its long vowels: what is left when it was spelt wrongly in them. */
const bones = (key: string): string => key.replace(/[wy]/g, '');

/** A key with one of its letters left out, each in turn. */
const shortened = (key: string): string[] => Array.from(key, (_, i) => key.slice(0, i) + key.slice(i + 1));

const fewBones = 3;

/**
 * What a word has in common with one that was mistyped in one consonant (left out, put in, exchanged, two
 * turned round): its bones, and those with one left out where there are four or more.
 */
export function nearSounds(word: string): string[] {
  const all = new Set(soundsOf(word).map(bones));
  const long = [...all].filter((key) => key.length >= fewBones);
  return [...new Set(long.flatMap((key) => (key.length > fewBones ? [key, ...shortened(key)] : [key])))];
}
