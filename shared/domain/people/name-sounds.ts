/**
 * Sound keys of names, to find them in the other script and in other spellings. A key has the consonants and
 * long vowels of a word in a small alphabet:
 * c = sh ش, x = kh خ, g = ج غ g j, k = ق ك k q, s = س ص ث, h = ح ه, and a before an initial vowel.
 * Arabic does not write short vowels, and Latin does not mark long ones: a word gets one key for each possible
 * reading. Two words sound alike if they share a key.
 */

/** Possible key letters for one letter; '' = none. */
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
/** At the end of a word, ى and ي, and ة and ه, replace each other; ة is pronounced before another name. */
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

/** The possible long vowels of a group of Latin vowels, in order. */
function findLongVowels(vowels: string, last: boolean): Choices[] {
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
      // "ia" is y followed by a; "iy" is one y.
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
      found.push(...findLongVowels(vowels, vowels.length === rest.length));
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

/** All combinations of the choices; when there are too many, only the first choice of the rest. */
function combineChoices(choices: readonly Choices[]): string[] {
  let found = [''];
  for (const some of choices) {
    const kept = found.length * some.length > most ? some.slice(0, 1) : some;
    found = kept.flatMap((choice) => found.map((start) => start + choice));
  }
  return [...new Set(found)].filter((key) => key !== '');
}

const isArabic = (word: string): boolean => /[\u0600-\u06ff\ufb50-\ufeff]/.test(word);

/**
 * Digits used as letters when Arabic is typed on a Latin keyboard: 7oda, 5aled. Three digits make a number.
 */
const typedDigits: Readonly<Record<string, string>> = {
  2: '',
  3: '',
  5: 'kh',
  6: 't',
  7: 'h',
  8: 'gh',
  9: 's',
};

function normalizeLatin(word: string): string {
  const plain = word
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '')
    .replace(/(?:kh?|g)'/g, 'x');
  return /[a-z]/.test(plain) && !/\d.*\d.*\d/.test(plain)
    ? plain.replace(/\d/g, (digit) => typedDigits[digit] ?? '')
    : '';
}

/** The Arabic article, also if its l has changed to the next letter: Essawy. */
const articlePattern = /^(?:[ae]l(?=...)|[ae](?=([drstz])\1..)|ال(?=..))/;

const listSoundKeys = (text: string): string[] =>
  isArabic(text)
    ? combineChoices([/^[اأإآعء]/.test(text) ? ['a'] : none, ...arabicChoices(text)])
    : combineChoices([/^[aeiou]/.test(text) ? ['a'] : none, ...latinChoices(text)]);

/** Keys of a word, most likely first, with and without its article; none for a number or a sign. */
export function listSounds(word: string): string[] {
  const text = isArabic(word) ? word : normalizeLatin(word);
  const spelt = [text.replace(articlePattern, ''), text];
  return [...new Set(spelt.flatMap((one) => listSoundKeys(one.replace(/([b-df-hj-np-tv-z])\1+/g, '$1'))))];
}

/** Words that are often written as two, with their parts. */
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
 * Words of a name in lower case, without vowel marks. Compounds ("Abdelaziz", "نورالدين") are split; a
 * separate article is dropped.
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

/** Key letters that Latin spells with two letters: while typing, sh begins with s, and kh with k. */
const digraphStarts: Readonly<Record<string, string[]>> = { s: ['c'], k: ['x'] };
/** After a vowel, any consonant may follow. */
const endsInVowel = /[aeiouاوىيةه]$/;

/**
 * Possible beginnings of keys for a word that is still being typed; a single letter matches all words that
 * begin with it.
 */
export function listSoundPrefixes(word: string): string[] {
  const keys = listSounds(word);
  if (word.length === 1) return [...keys, ...(digraphStarts[word] ?? [])];
  const shortest = endsInVowel.test(word) ? 3 : 2;
  return keys.filter((key) => key.length >= shortest);
}

/** Whether every word of a search sounds like a part of the name, or like its beginning. */
export function matchesBySound(name: string, q: string): boolean {
  const heard = nameParts(name).flatMap(listSounds);
  const asked = nameParts(q);
  const isHeard = (part: string) =>
    listSounds(part).some((key) => heard.includes(key)) ||
    listSoundPrefixes(part).some((key) => heard.some((one) => one.startsWith(key)));
  return asked.length > 0 && asked.every(isHeard);
}

/** A key without long vowels, to match spellings with wrong vowels. */
const removeLongVowels = (key: string): string => key.replace(/[wy]/g, '');

/** Variants of a key with one letter removed. */
const removeOneLetter = (key: string): string[] =>
  Array.from(key, (_, i) => key.slice(0, i) + key.slice(i + 1));

const minConsonants = 3;

/**
 * Keys that match a word with one mistyped consonant (missing, added, replaced, or two swapped): its
 * consonants, and for four or more also with one removed.
 */
export function listNearSounds(word: string): string[] {
  const all = new Set(listSounds(word).map(removeLongVowels));
  const long = [...all].filter((key) => key.length >= minConsonants);
  return [
    ...new Set(long.flatMap((key) => (key.length > minConsonants ? [key, ...removeOneLetter(key)] : [key]))),
  ];
}
