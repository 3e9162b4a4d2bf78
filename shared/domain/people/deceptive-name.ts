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

/** Starts of words that follow another word without a space. */
const wordStarts = {
  arabicArticle: /(?<=\p{L}{3})(?=ال\p{L}{3})/gu,
  afterTaaMarbuta: /(?<=ة)(?=\p{L})/gu,
  capital: /(?<=\p{Ll})(?=\p{Lu})/gu,
};
const splitJoinedWords = (text: string): string[] =>
  wordsOf(
    Object.values(wordStarts).reduce(
      (spaced, start) => spaced.replace(start, ' '),
      text.normalize('NFKC').replace(hidden, ''),
    ),
  );

/** The letters of every two or more neighbouring parts: "Ad-min Mona" contains "admin". */
const joinNeighbours = (parts: readonly string[]): string[] =>
  parts.flatMap((_, from) =>
    parts.slice(from + 1).map((_part, more) => reducePairs(parts.slice(from, from + more + 2).join(''))),
  );

/** Titles, words for institutions and offices, and words with which the clinic warns, reports or asks. */
const reservedWords = new Set(
  wordsOf(
    'branch dr dra doctor doctors doc doctoor docteur docter doktor doktoor dokter daktor duktur duktoor dktor dktora ' +
      'prof proff professor profesor proffessor consult consultant specialist physician surgeon therapist nurse nurses ' +
      'nursing midwife midwives secretary secretariat ambulance clinic clinics hospital health medical center centre care ' +
      'reception receptionist desk admin administrator administration management manager staff support helpdesk ' +
      'service services team official security verification verify code bank police ministry government ' +
      'laboratory lab pharmacy hotline helpline information inquiries whatsapp vodafone etisalat orange ' +
      'google facebook http https www com net org ' +
      'booking bookings appointment appointments system call ' +
      'فرع د دكتور دكتوره دكتر دكتره دوكتور دوكتوره دوكتر دوكتره بروف بروفيسور بروفسور بروفيسر استشاري استشاريه ' +
      'اخصائي اخصائيه سكرتير سكرتيره سكرتاريه استعلامات اسعاف خط ساخن سنتر فودافون اتصالات ' +
      'طبيب طبيبه ممرض ممرضه تمريض عياده عيادات عيادتك عيادتنا مستشفي مستشفى مركز صحه طبي طبيه استقبال اداره مدير ' +
      'مديره موظف موظفه دعم خدمه عملاء فريق كود رمز تحقق بنك شرطه وزاره معمل صيدليه واتساب جوجل فيسبوك ' +
      'حجز حجوزات مواعيد ' +
      'cancel canceled cancelled cancellation urgent urgently emergency immediately now warning warn alert alarm danger ' +
      'attention important notice notification reminder message update error failed expired overdue hacked fraud ' +
      'blocked unblock locked suspended disabled closed deleted removed changed moved postponed delayed rejected ' +
      'refused approved confirm confirmed confirmation required action your yours you account accounts visit password ' +
      'log sign click reply send please pay paid unpaid payment invoice refund fee fees result results positive negative ' +
      'ملغي ملغيه ملغاه الغاء الغي الغيت تم عاجل عاجله عاجلا فورا طارئ طوارئ مستعجل محظور محظوره حظر موقوف ايقاف مغلق مرفوض رفض ' +
      'حساب حسابك حسابكم حسابي حسابات موعد موعدك موعدكم ميعادك مواعيدك زيارتك ملفك طلبك رصيدك بياناتك نتيجه نتائج نتيجتك ' +
      'تنبيه تنبيهات تحذير تحذيرات انذار خطر خطير خطأ هام مهم ضروري انتبهي احذري تأكيد مؤكد اكدي تأجيل مؤجل تأجل تذكير اشعار ' +
      'كلمينا كلمنا كلمونا كلموا اتصلي اتصل اتصلوا اتصلو تواصل تواصلي تواصلوا راسلنا راسلينا راسلونا راسلوا ' +
      'ادفعي ادفع فاتوره رسوم اضغطي اضغط رابط دخول تسجيل ايجابي سلبي',
  ),
);

const letterSequence = /^(?:[\p{L}\p{M}]|\p{N}(?![\u0621-\u064a]))+$/u;
/** Letters, also around an apostrophe: "O'Neil". */
const isPlainWord = (word: string): boolean => word.split(/['’‘]/).every((part) => letterSequence.test(part));
/** A word, or two with one hyphen ("Mary-Anne"), also around an article: "Abd-El-Rahman". */
const isSingleOrHyphenated = (word: string): boolean => {
  const parts = word.split(/[-‐]/);
  const isArticle = /^[ae]l$/i.test(parts[1] ?? '');
  return parts.length <= (isArticle ? 3 : 2) && parts.every(isPlainWord);
};
/**
 * One word of a name: it may stand in brackets, begin with initials ("A.Samir") and end with a comma or a
 * full stop. Any other sign could join words to a sentence.
 */
function isSpelledAsName(word: string): boolean {
  const bare = word.replace(/^\(/, '').replace(/\)$/, '');
  const rest = bare.replace(/^(?:\p{L}\.)+/u, '');
  return rest === '' || isSingleOrHyphenated(rest.replace(/[.,،]$/, ''));
}
const invisible = /\p{Default_Ignorable_Code_Point}/u;
const particle = /(?:Abd|Al|El|Mac|Mc|Ul)(?=[-‐]?\p{Lu})/gu;
/** A sentence without spaces: three or more words that begin with a capital, as "PayNowOrLose". */
const isJoinedSentence = (word: string): boolean =>
  (word.replace(particle, '').match(/\p{Lu}+\p{Ll}+/gu)?.length ?? 0) > 2;
const isNameWord = (word: string): boolean =>
  isSpelledAsName(word) && !invisible.test(word) && !isJoinedSentence(word);
const wordsAreNames = (name: string): boolean => name.normalize('NFKC').trim().split(/\s+/).every(isNameWord);

const looksLikeAddress = (name: string): boolean =>
  /[/\\@:]|\p{L}\.(?:\p{Ll}{2,}|\p{Lu}{2,})/u.test(name.normalize('NFKC').replaceAll('\u3002', '.'));
const digitsIn = (name: string): number => name.normalize('NFKC').match(/\p{N}/gu)?.length ?? 0;

/** Names reserved for the clinic. */
export interface ReservedNames {
  readonly clinic: readonly string[];
  readonly branches: readonly string[];
}

/** "Dr" written as one word with the name. Names begin with "dr" only before a vowel: "Drew", "Driss". */
const joinedTitle = /(?<!\p{L})dr(?![aeiouy])/u;

/** Words that no name contains: of six letters, in Arabic of five. */
const longWords = [...reservedWords].filter((word) => word.length >= (/^[a-z]/.test(word) ? 6 : 5));

/** Shorter words of the clinic's name are too common alone: "for", "el". */
const shortestWord = 4;
const maxDigits = 3;

/** One form of the spellings of a word that sound the same: "Hakeema" and "Hakema", "حكيما" and "حكيمة". */
const soundOf = (word: string): string =>
  word
    .replace(/[ey]/g, 'i')
    .replace(/[cq]/g, 'k')
    .replace(/(.)\1+/gu, '$1')
    .replace(/ah$/, 'a')
    .replace(/ا$/, 'ه');

const ordinals: Readonly<Record<string, string>> = { '6th': 'sixth', '10th': 'tenth', '15th': 'fifteenth' };
const writeOrdinals = (name: string): string =>
  name.replace(/\d+th/gi, (word) => ordinals[word.toLowerCase()] ?? word);

/**
 * Whether a chosen name could be mistaken for the clinic, a branch, a title, an office, an address, a number
 * or a text of the clinic, also in look-alike letters. Each long word of the clinic's name is reserved, also
 * in a spelling that sounds the same; of a branch only the whole name, because its words are also names of
 * people. A long reserved word is rejected also inside a word; a shorter one only as a whole word, because
 * names contain it: "Labiba".
 */
export function isDeceptiveName(name: string, { clinic, branches }: ReservedNames): boolean {
  const letters = lettersOf(name);
  if (letters === '' || Array.from(letters).some((letter) => !plainLetters.test(letter))) return true;
  if (!wordsAreNames(name) || looksLikeAddress(name) || digitsIn(name) > maxDigits) return true;
  if (joinedTitle.test(reduceLookAlikes(name))) return true;
  const words = wordsOf(name);
  // Separated letters count as one word: "H a k i m a".
  const spelled = words.every((word) => word.length === 1) ? [words.join('')] : words;
  const parts = splitJoinedWords(name);
  const joined = joinNeighbours(parts);
  const all = [...spelled, ...parts, ...joined.filter((word) => word.length >= shortestWord)];
  if (all.some((word) => reservedWords.has(word))) return true;
  if (longWords.some((long) => spelled.some((word) => word.includes(long)))) return true;
  // In one word or as whole words: "Hakim Ali" contains the letters of "Hakima" only across its words.
  const neighbours = new Set([...spelled, ...joinNeighbours(words), ...parts, ...joined]);
  const wholes = [...clinic, ...branches, ...branches.map(writeOrdinals)].map((one) => wordsOf(one).join(''));
  const isIn = (whole: string) => neighbours.has(whole) || spelled.some((word) => word.includes(whole));
  if (wholes.some((whole) => whole !== '' && isIn(whole))) return true;
  const reserved = clinic.flatMap(wordsOf).filter((word) => word.length >= shortestWord);
  const sounds = new Set(all.map(soundOf));
  return reserved.some((word) => sounds.has(soundOf(word)) || spelled.some((said) => said.includes(word)));
}
