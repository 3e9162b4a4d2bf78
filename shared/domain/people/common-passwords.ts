/** Passwords common in Egypt that international lists lack. All lower case. */
const egyptianPasswords = new Set(
  `p@ssword yourpassword adminadmin toor login loginlogin gmail twitter instagram whatsapp snapchat tiktok
  windows10 qwertz fortnite roblox pubg numberone hi123456 aa12345678 123456a@ 100200 001002 001122 098765
  1425364758 7758521 110786 habibti habebe 7abibi 7abibty ya7abibi bahebak ba7ebak b7ebak a7mad ahlawy
  alahly elahly ahly1907 zamalek alzamalek zamalek1911 salah11 mosalah mosalah11 misr masr allahakbar
  alhamdulillah elhamdulelah subhanallah mashallah quran mohamad yarab yarabb mamababa`.split(/\s+/),
);

/** Given names that those lists lack. */
const names = new Set(
  `abdallah abdelrahman abdo alia amal amira amr asmaa basma doaa eman emad esraa fatma habiba hanan heba
  hend hesham hossam islam jana kareem khaled malak manal marawan mariam marwa maryam menna moustafa nada
  nagwa nesma noha nour nouran reem rehab rokaya samah sameh shahd shaimaa sherif shimaa walaa wael
  yasmine yehia youssef zeinab ziad`.split(/\s+/),
);

/** Words about the clinic and its staff: not allowed as passwords (ASVS 5.0, 6.1.2). */
const clinicTerms = new Set(
  `hakima clinic clinics hospital health healthcare medical medicine women womens woman gynecology
  gynaecology gynae oncology laparoscopy fertility pregnancy pregnant maternity doctor doctors nurse
  reception receptionist patient patients booking appointment appointments admin administrator owner staff
  portal egypt cairo giza alexandria password pass welcome login the and my of حكيمة حكيمه عيادة عياده
  عيادات مستشفى صحة صحه المرأة المراة نساء طب طبيب طبيبة دكتور دكتورة ممرضة استقبال مريضة مريضه حجز موعد
  مواعيد مدير مديرة كلمة السر المرور مصر القاهرة الجيزة`.split(/\s+/),
);

const rows = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm'];
const reversed = rows.map((row) => Array.from(row).reverse().join(''));
const isKeyboardRun = (text: string): boolean =>
  text.length > 3 && [...rows, ...reversed].some((row) => row.includes(text));
const wordWithDigits = /^([a-z]+)[@_.]?(1|12|123|1234|12345|123456|19\d\d|20\d\d)?$/;

/**
 * Whether a password is among those that attackers try first: a known password or a given name, alone or with
 * a few digits; one or two repeated characters; a row of the keyboard. `known` is the international list, all
 * lower case.
 */
export function isCommonPassword(password: string, known: ReadonlySet<string>): boolean {
  const text = password.trim().toLowerCase();
  if (/^(.{1,2})\1+$/su.test(text) || isKeyboardRun(text)) return true;
  return [text, wordWithDigits.exec(text)?.[1] ?? ''].some(
    (word) => word !== '' && (known.has(word) || egyptianPasswords.has(word) || names.has(word)),
  );
}

/** What others know about the owner of a password. */
export interface PersonFacts {
  username?: string | null | undefined;
  name?: string | null | undefined;
  nameAr?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean);

/**
 * Whether a password consists only of the user's own name, username, address or number and of words about the
 * clinic. Digits and signs between them do not help (ASVS 5.0, 6.2.11).
 */
export function isDerivedFromPerson(
  password: string,
  { username, name, nameAr, email, phone }: PersonFacts,
): boolean {
  const hers = new Set(wordsOf([username, name, nameAr, email].join(' ')));
  const typed = wordsOf(password);
  if (typed.length > 0) return typed.every((word) => hers.has(word) || clinicTerms.has(word));
  const digits = password.replace(/\D/g, '');
  return digits.length > 5 && (phone ?? '').replace(/\D/g, '').includes(digits.replace(/^0+/, ''));
}
