import type { Dictionary } from '../catalogue.ts';
import type { enConsole } from '../en/console.ts';

export const arConsole: Record<keyof typeof enConsole, Dictionary[string]> = {
  'console.local': 'قاعدة البيانات في {folder}',
  'console.postgres': 'قاعدة PostgreSQL على {server}',
  'console.open': 'العيادة مفتوحة الآن: أوقفي خوادمها أولًا',
  'console.foreign': 'في قاعدة البيانات جداول ليست لحكيمة: خصصي لحكيمة قاعدة بيانات وحدها. لم يتغير شيء',

  'console.unknownCommand': 'لا يوجد أمر باسم {name}. الأوامر المتاحة: {commands}.',
  'console.sayBackupFile': 'اكتبي اسم الملف: backup FILE، أو حددي BACKUP_TO',
  'console.sayMoveOut': 'اكتبي اسم الملف: move-out FILE',
  'console.sayList': 'اكتبي اسم قائمة المحذوفين: delete-again LIST',
  'console.sayFrom': 'اكتبي اسم الأرشيف: move-in FILE',
  'console.sayBackup':
    'اكتبي اسم النسخة الاحتياطية: restore FILE [--replace]، أو restore latest --identity KEYFILE [--replace]',
  'console.sayIdentity':
    'النسخة الاحتياطية مشفرة. اكتبي اسم ملف المفتاح الخاص: restore NAME --identity KEYFILE',
  'console.deletedAgain': {
    zero: 'لم يُحذف أحد ثانيةً حسب القائمة {list}.',
    one: 'حُذف شخص واحد ثانيةً حسب القائمة {list}.',
    two: 'حُذف شخصان ثانيةً حسب القائمة {list}.',
    few: 'حُذف {n} أشخاص ثانيةً حسب القائمة {list}.',
    many: 'حُذف {n} شخصًا ثانيةً حسب القائمة {list}.',
    other: 'حُذف {n} شخص ثانيةً حسب القائمة {list}.',
  },
  'console.done': 'أصبحت العيادة كما كانت في {at} في {place}: عدد الصفوف {rows} في {tables} جدولًا.',
  'console.noPasswords':
    'لم تعد لأحد كلمة مرور: يدخل الناس برمز، أو يختارون كلمة جديدة برابط. ومن ليس لها رقم مؤكد ولا بريد مؤكد تأخذ كلمة من الاستقبال.',
  'console.noTables': 'لا توجد عيادة في قاعدة البيانات بعد: شغّلي الخادم مرة، أو شغّلي: migrate',
  'console.sayWho':
    'اكتبي لمن: one-time-password USERNAME (المديرة الرئيسية أو المالكة). الباقون تساعدهم الإدارة.',
  'console.password': 'كلمة المرور لمرة واحدة للحساب «{name}»، ولن تظهر ثانية: {password}',
  'console.notEmpty':
    'قاعدة البيانات ليست فارغة. اكتبي اسم قاعدة أخرى، أو أضيفي --replace لحذف ما فيها. لم يتغير شيء.',
  'console.folderNotEmpty':
    'قاعدة البيانات ليست فارغة: في {place} بيانات، والعيادة تنتقل إلى قاعدة فارغة. اكتبي اسم مجلد جديد: DATA_DIR=NEW-FOLDER move-in {from}. لم يتغير شيء.',
  'console.serverNotEmpty':
    'قاعدة البيانات ليست فارغة: في {place} بيانات، والعيادة تنتقل إلى قاعدة فارغة. أنشئي قاعدة جديدة (createdb NEW-NAME) ثم اكتبي عنوانها: DATABASE_URL=ITS-ADDRESS move-in {from}. لم يتغير شيء.',
  'console.none': 'لا يوجد ملف أو مجلد باسم {path}.',
  'console.denied': 'لا يمكن قراءة {path} أو الكتابة فيه ({code}): اجعليه ملكًا للمستخدم الذي يشغّل البرنامج.',
  'console.readOnly':
    '{path} على قرص للقراءة فقط: اجعلي القرص قابلًا للكتابة، أو أضيفي المجلد إلى ReadWritePaths=‎ في وحدة systemd.',
  'console.full': 'القرص ممتلئ: وفّري مساحة حيث يُكتب الملف، وفي المجلد المؤقت (TMPDIR، أو ‎/tmp إن لم يُحدَّد).',
  'console.portInUse': 'برنامج آخر يستخدم المنفذ {port}: أوقفيه، أو غيّري PORT.',
  'console.notArchive':
    'الملف {path} ليس أرشيفًا من حكيمة، أو أنه ناقص. انسخيه أو نزّليه مرة أخرى. لم يتغير شيء.',
  'console.damaged': 'الملف {path} تالف ({file}). انسخيه أو نزّليه مرة أخرى. لم يتغير شيء.',
  'console.useMoveIn': 'الملف {path} أرشيف لنقل العيادة وليس نسخة احتياطية. شغّلي: move-in {path}',
  'console.useRestore': 'الملف {path} نسخة احتياطية وليس أرشيفًا لنقل العيادة. شغّلي: restore {path}',
  'console.newerFormat':
    'صيغة {path} أحدث من هذا الإصدار. استخدمي إصدار حكيمة الذي كتبه أو إصدارًا أحدث. لم يتغير شيء.',
  'console.newerVersion':
    'بنية هذا الأرشيف من إصدار أحدث من حكيمة ({names}). استعيديه بذلك الإصدار أو بإصدار أحدث. لم يتغير شيء.',
};
