import type { Sentence } from '../catalogue.ts';
import type { enFamily } from '../en/family.ts';

export const arFamily: Record<keyof typeof enFamily, Sentence> = {
  'family.ask.open': 'لها حساب؟ اطلبي موافقتها',
  'family.ask.title': 'اطلبي موافقتها',
  'family.ask.text':
    'نرسل رمزًا إلى موبايلها أو بريدها هي. لو وافقت فستقرؤه لك، وبعدها ترين مواعيدها وتحجزين لها وتغيّرينها. ملاحظات الطبيبة تبقى لها.',
  'family.ask.contact': 'موبايلها أو بريدها',
  'family.ask.contactHelp': 'الذي تدخل به إلى حسابها',
  'family.ask.send': 'إرسال الرمز',
  'family.ask.have': 'معي الرمز بالفعل',
  'family.ask.sent':
    'لو كان هناك من تدخل بـ\u2066{contact}\u2069 نرسل إليها رمزًا. قد يصلها لاحقًا، في الساعات التي اختارتها. الرمز صالح ليوم واحد.',
  'family.ask.code': 'الرمز الذي قرأته لك',
  'family.ask.codeHint': '٦ أرقام',
  'family.ask.agree': 'هي موافقة',
  'family.ask.done': 'تتابعين الآن مواعيد {name}',
  'family.ask.doneText': 'أبلغناها أيضًا، ويمكنها إنهاء ذلك في أي وقت.',
  'family.share.open': 'اطلبي موافقتها',
  'family.share.notesTitle': 'اسألي {name} عن ملاحظاتها',
  'family.share.notesText':
    'نرسل رمزًا إلى الموبايل أو البريد الخاص بها كما سجّلته العيادة. لو وافقت أن تقرئي ما تشاركه الطبيبة معها فستقرؤه لك.',
  'family.share.visitsTitle': 'اسألي {name} عن مواعيدها',
  'family.share.visitsText':
    'نرسل رمزًا إلى موبايلها أو بريدها هي. لو وافقت أن تري مواعيدها وتغيّريها فستقرؤه لك.',
  'family.share.sent': 'الرمز في الطريق إليها، إن لم تكن قد رفضت من قبل. الرمز صالح ليوم واحد.',
  'family.share.done': 'تم الحفظ كما وافقت',
  'family.asked.visits': '{name} تطلب أن ترى مواعيدك وتحجزها وتغيّرها',
  'family.asked.notes': '{name} تطلب أن تقرأ ما تشاركه الطبيبة معك',
  'family.asked.text':
    'لو وافقتِ فاقرئي لها الرمز الذي أرسلناه إليك، وهو صالح حتى {until}. وإن رفضتِ ينتهي الرمز، ولا يمكنها أن تطلب مرة أخرى لمدة شهر.',
  'family.asked.no': 'لا أوافق',
  'family.asked.refused': 'انتهى الرمز',
  'family.before.title': 'من قبل',
  'family.before.herself': '{name}، حتى {date}: أنتِ أنهيتِ ذلك',
  'family.before.guardian': '{name}، حتى {date}: هي أنهت ذلك',
  'family.before.clinic': '{name}، حتى {date}: العيادة أنهت ذلك',
  'family.consent.open': 'سياسة الخصوصية',
  'family.consent.title': 'سياسة الخصوصية، نيابة عن {name}',
  'family.consent.text': 'ليس لها حساب خاص بها، فتقرئينها أنتِ وتوافقين نيابة عنها.',
  'family.consent.none': 'لم يوافق أحد نيابة عنها على سياسة الخصوصية بعد.',
  'family.consent.given': 'تمت الموافقة على سياسة الخصوصية نيابة عنها.',
  'family.consent.asked':
    'تغيّرت سياسة الخصوصية تغييرًا جوهريًا. من فضلك اقرئيها وأخبرينا إن كنتِ توافقين نيابة عنها.',
  'family.consent.withdrawn':
    'سُحبت الموافقة نيابة عنها. لتحجزي لها عبر الموقع وافقي من جديد، أو اتصلي بالفرع.',
  'family.consent.read': 'القراءة والموافقة',
  'family.consent.agree': 'أوافق نيابة عنها',
  'family.consent.agreed': 'شكرًا لكِ، تم تسجيل الموافقة.',
  'family.consent.withdraw': 'سحب الموافقة',
  'family.consent.refuse': 'لا أوافق نيابة عنها',
  'family.consent.sure': 'هل تريدين سحب الموافقة نيابة عنها؟',
  'family.consent.means':
    'تبقى مواعيدها كما هي، ويبقى ما يلزمنا القانون بحفظه. ومن الآن لا يُحجز باسمها موعد عبر الموقع حتى توافقي من جديد.',
  'family.consent.keep': 'إبقاء الموافقة',
  'family.consent.ended': 'تم سحب الموافقة نيابة عنها.',
  'family.consent.own': 'بنفسها',
  'family.consent.by': 'عن طريق {name}',
  'family.consent.desk': 'في الاستقبال',
  'family.consent.deskBy': 'في الاستقبال، سجّلها {name}',
  'family.consent.until': 'سُحبت في {date}',
  'family.consent.words': 'النص كما كان في {date}',
  'family.consent.failed': 'تعذّر التحميل',
  'family.consent.notSaved': 'لم يتم الحفظ',
};
