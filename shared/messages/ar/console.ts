import type { Dictionary } from '../catalogue.ts';
import type { enConsole } from '../en/console.ts';

export const arConsole: Record<keyof typeof enConsole, Dictionary[string]> = {
  'console.local': 'قاعدة البيانات في {folder}',
  'console.postgres': 'قاعدة PostgreSQL على {server}',
  'console.open': 'العيادة مفتوحة الآن: أوقفي خوادمها أولًا',
  'console.foreign': 'في قاعدة البيانات جداول ليست لحكيمة: خصصي لحكيمة قاعدة بيانات وحدها. لم يتغير شيء',
  'console.damaged': 'النسخة الاحتياطية تالفة: {why}',

  'console.sayFrom': 'اكتبي من أين ننقل: npm run move-in -- FOLDER (المجلد أو الأرشيف)',
  'console.done':
    'أصبحت العيادة كما كانت في {at} في {place}: عدد الصفوف {rows} في {tables} جدولًا، وقد قورنت بالملفات.',
  'console.noPasswords':
    'لم تعد لأحد كلمة مرور: يدخل الناس برمز، أو يختارون كلمة جديدة برابط. ومن ليس لها رقم مؤكد ولا بريد مؤكد تأخذ كلمة من الاستقبال.',
  'console.sayWho':
    'اكتبي لمن: npm run one-time-password -- USERNAME (المديرة الرئيسية أو المالكة). الباقون تساعدهم الإدارة.',
  'console.password': 'كلمة المرور لمرة واحدة للحساب «{name}»، ولن تظهر ثانية: {password}',
  'console.folderNotEmpty':
    'قاعدة البيانات ليست فارغة: في {place} بيانات، والعيادة تنتقل إلى قاعدة فارغة. سمي مجلدًا جديدًا: DATA_DIR=NEW-FOLDER npm run move-in -- {from}. ما هنا باقٍ كما هو ولم يتغير شيء',
  'console.serverNotEmpty':
    'قاعدة البيانات ليست فارغة: في {place} بيانات، والعيادة تنتقل إلى قاعدة فارغة. أنشئي قاعدة جديدة (createdb NEW-NAME) ثم سميها: DATABASE_URL=ITS-ADDRESS npm run move-in -- {from}. ما هنا باقٍ كما هو ولم يتغير شيء',
  'console.none': 'لا يوجد {path}. اكتبي اسم المجلد أو الأرشيف.',
  'console.notArchive':
    'الملف {path} ليس الأرشيف الذي نُزّل من الإعدادات، أو أنه ناقص. نزّليه مرة أخرى؛ لم يُنقل شيء.',
  'console.bomb':
    'لو فُكّ {path} لصار {mb} ميجابايت، أي أكثر من مئة ضعف حجمه، ولا عيادة تنضغط إلى هذا الحد. لا تأخذي أرشيفًا من غريب، ونزّلي أرشيفك مرة أخرى. لم يُفك منه شيء.',
  'console.noRoom':
    'بعد فكّه يصير {path} {mb} ميجابايت، والمتاح في {folder} هو {room} ميجابايت. أفسحي مكانًا، أو سمي مجلدًا فيه مكان: TMPDIR=FOLDER npm run move-in -- {path}. لم يُفك منه شيء.',
  'console.unfinished':
    'المجلد {folder} ناقص، فقد انقطع إخراج العيادة إليه. شغّلي move-out إلى المجلد نفسه مرة أخرى فيكمل من حيث توقف.',
  'console.noManifest':
    'لا يوجد {file} في {folder}. اكتبي اسم المجلد الذي كتبه move-out، أو الأرشيف الذي نُزّل.',
  'console.noJson': 'الملف {path} تالف: ليس بصيغة JSON.',
  'console.wrongManifest': 'الملف {path} تالف: {where} ليس كما كُتب.',
  'console.newerFormat': 'كُتب {folder} بصيغة أحدث. انقلي بإصدار حكيمة الذي كتبه أو بإصدار أحدث.',
  'console.newerVersion':
    'كُتب {folder} بإصدار أحدث من حكيمة ({names}). انقلي بإصدار حكيمة الذي كتبه أو بإصدار أحدث.',
  'console.noFileOf': 'لا تذكر القائمة أي ملف للجدول {table}.',
  'console.missing': 'الملف {file} غير موجود في {folder}.',
  'console.changed': 'الملف {file} ليس كما كُتب: رقم تحققه في القائمة مختلف.',
  'console.record': 'السجل رقم {n} في {file} ليس فيه {cells} خانة.',
  'console.cutRecord': 'ينتهي {file} في وسط سجل.',
  'console.line': 'السطر رقم {n} في {file} ليس بصيغة JSON.',
  'console.again': 'خذي المجلد كاملًا من مصدره مرة أخرى؛ لم يُنقل شيء.',
};
