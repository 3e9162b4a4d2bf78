/** Letters that look like another letter of the same script, with their plain form. */
const lookAlikes: Readonly<Record<string, string>> = {
  ک: 'ك',
  ڪ: 'ك',
  گ: 'ك',
  ی: 'ي',
  ې: 'ي',
  ے: 'ي',
  ى: 'ي',
  ئ: 'ي',
  ہ: 'ه',
  ھ: 'ه',
  ە: 'ه',
  ة: 'ه',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ؤ: 'و',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  $: 's',
  '@': 'a',
  '!': 'i',
  '|': 'l',
};

/** Latin and Arabic letters of names; letters of other alphabets may imitate them. */
const plainLetters = /^[a-zپچڤژ\u0621-\u064a]$/u;

const hidden = /[\p{M}\p{Default_Ignorable_Code_Point}ـ]/gu;

/** Letters reduced to their look: no case, no accents, no hidden characters. */
const reduceLookAlikes = (text: string): string =>
  Array.from(
    text.normalize('NFKC').toLowerCase().normalize('NFKD').replace(hidden, ''),
    (letter) => lookAlikes[letter] ?? letter,
  ).join('');
/** Replaces two letters that look like one, and the small L, which looks like a capital I. */
const reducePairs = (letters: string): string =>
  letters.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('l', 'i');
const lettersOf = (text: string): string => reducePairs(reduceLookAlikes(text).replace(/[^\p{L}]/gu, ''));
const wordsOf = (text: string): string[] =>
  reduceLookAlikes(text)
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .map((word) => reducePairs(word.replace(/^ال(?=...)/u, '')));

/**
 * Start of a word that follows another without a space: a capital, a letter after ة, or an Arabic article.
 */
const wordStart = /(?<=\p{Ll})(?=\p{Lu})|(?<=ة)(?=\p{L})|(?<=\p{L}{3})(?=ال\p{L}{3})/gu;
const splitJoinedWords = (text: string): string[] =>
  wordsOf(text.normalize('NFKC').replace(hidden, '').replace(wordStart, ' '));

/** The letters of every two or more neighbouring parts: "Ad-min Mona" contains "admin". */
const joinNeighbours = (parts: readonly string[]): string[] =>
  parts.flatMap((_, from) =>
    parts.slice(from + 1).map((_part, more) => reducePairs(parts.slice(from, from + more + 2).join(''))),
  );

/** Titles, and words for institutions and offices. */
const offices = new Set(
  wordsOf(
    'branch dr dra doctor doctors prof professor nurse midwife clinic clinics hospital health medical center centre care ' +
      'reception receptionist desk admin administrator administration management manager staff support helpdesk ' +
      'service services team official security verification verify code bank police ministry government ' +
      'laboratory lab pharmacy whatsapp google facebook http https www com net org ' +
      'booking bookings appointment appointments system call ' +
      'فرع د دكتور دكتوره طبيب طبيبه بروفيسور ممرضه تمريض عياده عيادات عيادتك عيادتنا مستشفي مستشفى مركز صحه طبي طبيه استقبال اداره مدير ' +
      'مديره موظف موظفه دعم خدمه عملاء فريق رسمي كود رمز تحقق بنك شرطه وزاره معمل صيدليه واتساب جوجل فيسبوك ' +
      'حجز حجوزات مواعيد',
  ),
);

const looksLikeAddress = (name: string): boolean =>
  /[/\\@:]|\p{L}\.(?:\p{Ll}{2,}|\p{Lu}{2,})/u.test(name.normalize('NFKC').replaceAll('\u3002', '.'));
const digitsIn = (name: string): number => name.normalize('NFKC').match(/\p{N}/gu)?.length ?? 0;

/** Names reserved for the clinic. */
export interface ReservedNames {
  readonly clinic: readonly string[];
  readonly branches: readonly string[];
}

/** A title written as one word with the name. Names begin with "dr" only before a vowel: "Drew", "Driss". */
const joinedTitle = /(?<!\p{L})(?:dr(?![aeiouy])|(?:ال)?دكتور)/u;

const longOffices = [...offices].filter((office) => office.length >= 6);

/** Shorter words of the clinic's name are too common alone: "for", "el". */
const shortestWord = 4;
const maxDigits = 3;

/**
 * Whether a chosen name could be mistaken for the clinic, a branch, a title, an office, an address or a
 * number, also in look-alike letters. Each long word of the clinic's name is reserved; of a branch only the
 * whole name, because its words are also names of people. A word for an office of six or more letters is
 * rejected also inside a word; a shorter one only as a whole word, because names contain it: "Labiba".
 */
export function isDeceptiveName(name: string, { clinic, branches }: ReservedNames): boolean {
  const letters = lettersOf(name);
  if (letters === '' || Array.from(letters).some((letter) => !plainLetters.test(letter))) return true;
  if (looksLikeAddress(name) || digitsIn(name) > maxDigits) return true;
  if (joinedTitle.test(reduceLookAlikes(name))) return true;
  const words = wordsOf(name);
  // Separated letters count as one word: "H a k i m a".
  const spelled = words.every((word) => word.length === 1) ? [words.join('')] : words;
  const parts = splitJoinedWords(name);
  const joined = new Set(joinNeighbours(parts).filter((word) => word.length >= shortestWord));
  if ([...spelled, ...parts, ...joined].some((word) => offices.has(word))) return true;
  if (longOffices.some((office) => spelled.some((word) => word.includes(office)))) return true;
  if ([...clinic, ...branches].map(lettersOf).some((whole) => whole !== '' && letters.includes(whole)))
    return true;
  const reserved = clinic.flatMap(wordsOf).filter((word) => word.length >= shortestWord);
  return reserved.some((word) => joined.has(word) || spelled.some((said) => said.includes(word)));
}
