import type { Sentence } from '../catalogue.ts';
import type { enMail } from '../en/mail.ts';

export const arMail: Record<keyof typeof enMail, Sentence> = {
  'mail.hello': 'أهلًا {name}،',
  'mail.helloPlain': 'أهلًا بك،',
  'mail.someone': 'شخص',
  'mail.closing': '{clinic}',
  'mail.stop': 'لا تريدين هذه التذكيرات؟ {link}',
  'mail.stopSms': 'للإيقاف أرسلي STOP',
  'mail.about': '{who}: {words}',
  'mail.aboutLine': 'هذه الرسالة بخصوص {who}.',
  'mail.doctor': 'الكشف مع {doctor}.',
  'mail.differentBranches': 'المواعيد في فروع مختلفة.',
  'mail.enterLink': 'أو ادخلي من هذا الرابط: {link}',
  'mail.confirmLink': 'سأحضر: {link}',
  'mail.cancelLink': 'لن أتمكن من الحضور: {link}',
  'mail.moveLink': 'أريد وقتًا آخر: {link}',
  'mail.callBranch': 'للإلغاء أو التغيير اتصلي على {phone}.',
  'mail.callBranchOf': 'لإلغاء أحدها أو تغييره اليوم اتصلي على {phone}.',

  'mail.code.subject': 'رمز الدخول',
  'mail.code.body':
    'رمز التحقق الخاص بك هو {code}، وهو صالح لمدة {minutes} دقائق. لا تعطيه لأحد، ولا حتى لنا.',
  'mail.code.short': 'رمزك لدى {clinic} هو {code}. لا تعطيه لأحد.',
  'mail.confirmPhone.subject': 'تأكيد رقم موبايلك',
  'mail.confirmPhone.body': 'رمز تأكيد رقم موبايلك هو {code}، وهو صالح لمدة {minutes} دقائق.',
  'mail.confirmPhone.short': 'رمز تأكيد موبايلك لدى {clinic} هو {code}. لا تعطيه لأحد.',
  'mail.agreeVisits.subject': '{name} تطلب أن تتابع مواعيدك',
  'mail.agreeVisits.body':
    '{name} تطلب أن ترى مواعيدك وتحجزها وتغيّرها نيابة عنك. لو كنتِ موافقة فأعطي {name} هذا الرمز:\n\n{code}\n\nالرمز صالح ليوم واحد. إن لم توافقي فلا تفعلي شيئًا، أو ارفضي من ملفي الشخصي، من أتابع مواعيدهم. العيادة لا تطلب منك هذا الرمز أبدًا.',
  'mail.agreeVisits.short':
    '{name} تطلب أن ترى مواعيدك لدى {clinic} وتغيّرها. لو كنتِ موافقة فأعطي {name} الرمز {code}، وإلا فلا تفعلي شيئًا.',
  'mail.agreeNotes.subject': '{name} تطلب أن تقرأ ما نشاركه معك',
  'mail.agreeNotes.body':
    '{name} تطلب أن تقرأ ما تشاركه {clinic} معك بعد الزيارة. لو كنتِ موافقة فأعطي {name} هذا الرمز:\n\n{code}\n\nالرمز صالح ليوم واحد. إن لم توافقي فلا تفعلي شيئًا. العيادة لا تطلب منك هذا الرمز أبدًا.',
  'mail.agreeNotes.short':
    '{name} تطلب أن تقرأ ما تشاركه {clinic} معك. لو كنتِ موافقة فأعطي {name} الرمز {code}، وإلا فلا تفعلي شيئًا.',
  'mail.resetLink.subject': 'اختاري كلمة مرور جديدة',
  'mail.resetLink.body':
    'طُلبت كلمة مرور جديدة لحسابك. إن كنتِ أنتِ من طلبها، فافتحي هذا الرابط لاختيارها:\n\n{link}\n\nيعمل الرابط مرة واحدة ولمدة نصف ساعة. وإن لم تطلبي ذلك فلا داعي لأي شيء: كلمة مرورك كما هي.',
  'mail.resetLink.short': 'اختاري كلمة مرور جديدة: {link}',
  'mail.confirmEmail.subject': 'تأكيد بريدك الإلكتروني',
  'mail.confirmEmail.body':
    'من فضلك أكّدي أن هذا البريد لك:\n\n{link}\n\nبعدها يمكنك استخدامه للدخول ولاستعادة حسابك. وإن لم تطلبي ذلك، فتجاهلي هذه الرسالة.',
  'mail.confirmEmail.short': 'أكّدي بريدك الإلكتروني: {link}',
  'mail.registerAttempt.subject': 'محاولة إنشاء حساب ببريدك الإلكتروني',
  'mail.registerAttempt.body':
    'حاول أحدهم إنشاء حساب جديد لدى {clinic} بهذا البريد. لديك حساب بالفعل، لذلك لم يتغيّر شيء.\n\nإن كنتِ أنتِ، فسجّلي الدخول كالمعتاد أو اختاري كلمة مرور جديدة من هنا:\n\n{link}\n\nوإن لم تكوني أنتِ، فلا داعي لأي شيء.',
  'mail.passwordChanged.subject': 'تم تغيير كلمة المرور',
  'mail.passwordChanged.body':
    'تغيّرت كلمة مرور حسابك في {when}، وتم تسجيل الخروج من أجهزتك الأخرى.\n\nإن لم تكوني أنتِ، فاختاري كلمة مرور جديدة فورًا من هنا:\n\n{link}',
  'mail.passwordChanged.short': 'تم تغيير كلمة المرور. إن لم تكوني أنتِ، فاستعيدي حسابك فورًا.',
  'mail.emailChanged.subject': 'تم تغيير بريد حسابك أو حذفه',
  'mail.emailChanged.body':
    'لم نعد نستخدم هذا البريد لحسابك. إن لم تكوني أنتِ من فعل ذلك، فاتصلي بنا فورًا: \u2066{phone}\u2069',
  'mail.phoneChanged.subject': 'تم تغيير رقم موبايل حسابك أو حذفه',
  'mail.phoneChanged.body':
    'تم تغيير رقم موبايل حسابك أو حذفه. إن لم تكوني أنتِ من فعل ذلك، فاتصلي بنا فورًا: \u2066{phone}\u2069',
  'mail.phoneChanged.short':
    'تم تغيير رقم موبايل حسابك أو حذفه. إن لم تكوني أنتِ من فعل ذلك، فاتصلي بنا فورًا: \u2066{phone}\u2069',
  'mail.stepsChanged.subject': 'تم تغيير طريقة دخولك',
  'mail.stepsChanged.body':
    'تم تغيير الخطوة الثانية للدخول إلى حسابك يوم {when}. إن لم تكوني أنتِ، فغيّري كلمة المرور واتصلي بنا فورًا: \u2066{phone}\u2069',
  'mail.newDevice.subject': 'دخول إلى حسابك من جهاز جديد',
  'mail.newDevice.body':
    'تم الدخول إلى حسابك من جهاز لم نره من قبل: {day}، {hour}. إن كنتِ أنتِ فلا حاجة لأي شيء، وإلا فأنهي جلسة ذلك الجهاز من ملفك، وغيّري كلمة المرور إن كانت لديك.',
  'mail.newDevice.short':
    'تم الدخول إلى حسابك من جهاز جديد: {day}، {hour}. إن لم تكوني أنتِ، فأنهي جلسته من ملفك.',
  'mail.trial.subject': 'رسالة تجريبية',
  'mail.trial.body': 'كل شيء يعمل: رسائل {clinic} تصلك هنا. هكذا تبدو رسائلنا.',
  'mail.trial.short': 'كل شيء يعمل: رسائل {clinic} تصلك هنا.',
  'mail.identityJoined.subject': 'طريقة دخول جديدة إلى حسابك',
  'mail.identityJoined.body':
    'أصبح بالإمكان دخول حسابك باستخدام {provider}. إن لم تكوني أنتِ، فأزيليه من ملفك وغيّري كلمة المرور.',

  'mail.booked.subject': 'سجّلنا موعدك',
  'mail.booked.body':
    'سجّلنا موعدك:\n\n{date} الساعة {time}\n{location}، {address}\nالموعد رقم {reference}\n\n{confirms} نرجو الحضور قبل الموعد بربع ساعة.',
  'mail.booked.short': 'سجّلنا موعدك: {date} الساعة {time}، {location}. {confirms}',
  'mail.confirmed.subject': 'تم تأكيد موعدك',
  'mail.confirmed.body':
    'تم تأكيد موعدك:\n\n{date} الساعة {time}\n{location}، {address}\nالموعد رقم {reference}\n\nنرجو الحضور قبل الموعد بربع ساعة. يسعدنا استقبالك.',
  'mail.confirmed.short': 'تم تأكيد موعدك: {date} الساعة {time}، {location}.',
  'mail.confirmsBy': {
    one: 'سنؤكده قبل {byDate}، {byTime}.',
    two: 'سنؤكدهما قبل {byDate}، {byTime}.',
    other: 'سنؤكدها قبل {byDate}، {byTime}.',
  },
  'mail.confirmsByCall': {
    one: 'سيتصل بك الفرع لتأكيده.',
    two: 'سيتصل بك الفرع لتأكيدهما.',
    other: 'سيتصل بك الفرع لتأكيدها.',
  },
  'mail.confirmsSoon': 'ستؤكده العيادة قريبًا.',
  'mail.movedByPatient.subject': 'موعدك الجديد محجوز لك',
  'mail.movedByPatient.body':
    'كما طلبتِ، أصبح موعدك في وقت جديد لن يأخذه أحد غيرك:\n\n{date} الساعة {time}\n{location}، {address}\nالموعد رقم {reference}\n\n{confirms} نرجو الحضور قبل الموعد بربع ساعة.',
  'mail.movedByPatient.short': 'محجوز لك: {date} الساعة {time}، {location}. {confirms}',
  'mail.moved.subject': 'تغيّر وقت موعدك',
  'mail.moved.body':
    'تغيّر موعدك، وأصبح:\n\n{date} الساعة {time}\n{location}، {address}\nالموعد رقم {reference}\n\nإن لم يناسبك هذا الوقت، فاختاري غيره من حسابك أو اتصلي بالفرع.',
  'mail.moved.short': 'موعدك الجديد: {date} الساعة {time}، {location}.',
  'mail.delay.subject': 'تأخير بسيط اليوم',
  'mail.delay.body': {
    few: 'نتأخر اليوم في {location} حوالي {n} دقائق. يمكنك الحضور الساعة {come} بدلًا من {time}.\n\nشكرًا لصبرك.',
    other:
      'نتأخر اليوم في {location} حوالي {n} دقيقة. يمكنك الحضور الساعة {come} بدلًا من {time}.\n\nشكرًا لصبرك.',
  },
  'mail.delay.short': {
    few: 'نتأخر اليوم في {location} حوالي {n} دقائق. يمكنك الحضور الساعة {come}.',
    other: 'نتأخر اليوم في {location} حوالي {n} دقيقة. يمكنك الحضور الساعة {come}.',
  },
  'mail.seriesBooked.subject': 'مواعيدك القادمة',
  'mail.seriesBooked.body': {
    zero: 'حجزنا لك موعدًا:\n\n{list}\n\n{location}، {address}\n\nنرجو الحضور قبل الموعد بربع ساعة.',
    one: 'حجزنا لك موعدًا:\n\n{list}\n\n{location}، {address}\n\nنرجو الحضور قبل الموعد بربع ساعة.',
    two: 'حجزنا لك موعدين:\n\n{list}\n\n{location}، {address}\n\nنرجو الحضور قبل الموعد بربع ساعة.',
    few: 'حجزنا لك {n} مواعيد:\n\n{list}\n\n{location}، {address}\n\nنرجو الحضور قبل الموعد بربع ساعة.',
    many: 'حجزنا لك {n} موعدًا:\n\n{list}\n\n{location}، {address}\n\nنرجو الحضور قبل الموعد بربع ساعة.',
    other: 'حجزنا لك {n} موعد:\n\n{list}\n\n{location}، {address}\n\nنرجو الحضور قبل الموعد بربع ساعة.',
  },
  'mail.seriesBooked.line': '{date} الساعة {time}',
  'mail.seriesBooked.lineWithBranch': '{date} الساعة {time}، {location}',
  'mail.seriesBooked.short': {
    zero: 'حجزنا لك موعدًا يوم {date} الساعة {time}، {location}.',
    one: 'حجزنا لك موعدًا يوم {date} الساعة {time}، {location}.',
    two: 'حجزنا لك موعدين، أولهما يوم {date} الساعة {time}، {location}.',
    few: 'حجزنا لك {n} مواعيد، أولها يوم {date} الساعة {time}، {location}.',
    many: 'حجزنا لك {n} موعدًا، أولها يوم {date} الساعة {time}، {location}.',
    other: 'حجزنا لك {n} موعد، أولها يوم {date} الساعة {time}، {location}.',
  },
  'mail.seriesMoved.subject': 'تغيّرت أوقات مواعيدك',
  'mail.seriesMoved.body': {
    zero: 'تغيّر موعدك وأصبح:\n\n{list}\n\n{location}، {address}\n\nإن لم يناسبك هذا الوقت، فاختاري وقتًا آخر من حسابك أو اتصلي بالفرع.',
    one: 'تغيّر موعدك وأصبح:\n\n{list}\n\n{location}، {address}\n\nإن لم يناسبك هذا الوقت، فاختاري وقتًا آخر من حسابك أو اتصلي بالفرع.',
    two: 'تغيّر موعداك وأصبحا:\n\n{list}\n\n{location}، {address}\n\nإن لم يناسبك أحدهما، فاختاري وقتًا آخر من حسابك أو اتصلي بالفرع.',
    few: 'تغيّرت مواعيدك وأصبحت:\n\n{list}\n\n{location}، {address}\n\nإن لم يناسبك أحدها، فاختاري وقتًا آخر من حسابك أو اتصلي بالفرع.',
    many: 'تغيّرت مواعيدك وأصبحت:\n\n{list}\n\n{location}، {address}\n\nإن لم يناسبك أحدها، فاختاري وقتًا آخر من حسابك أو اتصلي بالفرع.',
    other:
      'تغيّرت مواعيدك وأصبحت:\n\n{list}\n\n{location}، {address}\n\nإن لم يناسبك أحدها، فاختاري وقتًا آخر من حسابك أو اتصلي بالفرع.',
  },
  'mail.seriesMoved.short': {
    zero: 'موعدك الجديد: {date} الساعة {time}، {location}.',
    one: 'موعدك الجديد: {date} الساعة {time}، {location}.',
    two: 'تغيّر موعدان لك، أولهما يوم {date} الساعة {time}، {location}.',
    few: 'تغيّرت {n} من مواعيدك، أولها يوم {date} الساعة {time}، {location}.',
    many: 'تغيّر {n} موعدًا من مواعيدك، أولها يوم {date} الساعة {time}، {location}.',
    other: 'تغيّر {n} موعد من مواعيدك، أولها يوم {date} الساعة {time}، {location}.',
  },
  'mail.seriesMovedByPatient.subject': 'مواعيدك الجديدة محجوزة لك',
  'mail.seriesMovedByPatient.body': {
    two: 'كما طلبتِ، أصبح موعداك في وقتين جديدين لن يأخذهما أحد غيرك:\n\n{list}\n\n{location}، {address}\n\n{confirms} نرجو الحضور قبل كل موعد بربع ساعة.',
    other:
      'كما طلبتِ، أصبحت مواعيدك في أوقات جديدة لن يأخذها أحد غيرك:\n\n{list}\n\n{location}، {address}\n\n{confirms} نرجو الحضور قبل كل موعد بربع ساعة.',
  },
  'mail.seriesMovedByPatient.short': {
    two: 'محجوز لك موعدان جديدان، أولهما يوم {date} الساعة {time}، {location}. {confirms}',
    few: 'محجوز لك {n} مواعيد جديدة، أولها يوم {date} الساعة {time}، {location}. {confirms}',
    many: 'محجوز لك {n} موعدًا جديدًا، أولها يوم {date} الساعة {time}، {location}. {confirms}',
    other: 'محجوز لك {n} موعد جديد، أولها يوم {date} الساعة {time}، {location}. {confirms}',
  },
  'mail.seriesCancelled.subject': 'أُلغيت مواعيدك',
  'mail.seriesCancelled.body': {
    zero: 'أُلغي موعدك:\n\n{list}\n\nيمكنك اختيار وقت آخر من هنا:\n\n{link}\n\nأو اتصلي بالفرع وسنجد لك ما يناسبك.',
    one: 'أُلغي موعدك:\n\n{list}\n\nيمكنك اختيار وقت آخر من هنا:\n\n{link}\n\nأو اتصلي بالفرع وسنجد لك ما يناسبك.',
    two: 'أُلغي هذان الموعدان:\n\n{list}\n\nيمكنك اختيار وقت آخر من هنا:\n\n{link}\n\nأو اتصلي بالفرع وسنجد لك ما يناسبك.',
    few: 'أُلغيت هذه المواعيد:\n\n{list}\n\nيمكنك اختيار وقت آخر من هنا:\n\n{link}\n\nأو اتصلي بالفرع وسنجد لك ما يناسبك.',
    many: 'أُلغيت هذه المواعيد:\n\n{list}\n\nيمكنك اختيار وقت آخر من هنا:\n\n{link}\n\nأو اتصلي بالفرع وسنجد لك ما يناسبك.',
    other:
      'أُلغيت هذه المواعيد:\n\n{list}\n\nيمكنك اختيار وقت آخر من هنا:\n\n{link}\n\nأو اتصلي بالفرع وسنجد لك ما يناسبك.',
  },
  'mail.seriesCancelled.short': {
    zero: 'أُلغي موعدك يوم {date} الساعة {time}.',
    one: 'أُلغي موعدك يوم {date} الساعة {time}.',
    two: 'أُلغي موعدان لك، أولهما يوم {date} الساعة {time}.',
    few: 'أُلغيت {n} من مواعيدك، أولها يوم {date} الساعة {time}.',
    many: 'أُلغي {n} موعدًا من مواعيدك، أولها يوم {date} الساعة {time}.',
    other: 'أُلغي {n} موعد من مواعيدك، أولها يوم {date} الساعة {time}.',
  },
  'mail.start': '{date} الساعة {time}',
  'mail.startMoved': '{oldDate} الساعة {oldTime} (بعد نقله إلى {date} الساعة {time})',
  'mail.cancelledByClinic.subject': 'أُلغي موعدك',
  'mail.cancelledByClinic.body':
    'نعتذر لك: اضطرت العيادة إلى إلغاء موعدك يوم {start}، {location}.\n\nيمكنك اختيار وقت آخر من هنا:\n\n{link}\n\nأو اتصلي بالفرع وسنجد لك موعدًا مناسبًا.',
  'mail.cancelledByClinic.short': 'نعتذر لك: أُلغي موعدك يوم {start}. من فضلك اختاري وقتًا آخر.',
  'mail.cancelledByPatient.subject': 'تم إلغاء موعدك',
  'mail.cancelledByPatient.body':
    'كما طلبتِ، تم إلغاء موعدك يوم {start}، {location}. وحين ترغبين في الحضور يمكنك الحجز من هنا:\n\n{link}',
  'mail.cancelledByPatient.short': 'تم إلغاء موعدك يوم {start} كما طلبتِ.',
  'mail.reminder3h.subject': 'تذكير بموعدك اليوم',
  'mail.reminder3h.body':
    'ننتظرك اليوم الساعة {time}:\n\n{location}، {address}\nالموعد رقم {reference}\n\nنرجو الحضور قبل الموعد بربع ساعة.',
  'mail.reminder3h.short': 'تذكير بموعدك: اليوم الساعة {time}، {location}.',
  'mail.reminder.subject': 'تذكير بموعدك',
  'mail.reminder.body':
    'ننتظرك يوم {date} الساعة {time}:\n\n{location}، {address}\nالموعد رقم {reference}\n\nنرجو الحضور قبل الموعد بربع ساعة.',
  'mail.reminder.short': 'تذكير بموعدك: {date} الساعة {time}، {location}.',
  'mail.reminderSeveral.subject': 'تذكير بمواعيدك',
  'mail.reminderSeveral.body': {
    zero: 'ننتظرك يوم {date}:\n\n{list}',
    one: 'ننتظرك يوم {date}:\n\n{list}',
    two: 'ننتظرك يوم {date} في موعدين:\n\n{list}',
    few: 'ننتظرك يوم {date} في {n} مواعيد:\n\n{list}',
    many: 'ننتظرك يوم {date} في {n} موعدًا:\n\n{list}',
    other: 'ننتظرك يوم {date} في {n} موعد:\n\n{list}',
  },
  'mail.reminderSeveral.line': 'الساعة {time}، {location}',
  'mail.reminderSeveral.lineOf': '{who}: الساعة {time}، {location}',
  'mail.reminderSeveral.short': {
    zero: 'تذكير: يوم {date}، أولها الساعة {time}.',
    one: 'تذكير بموعدك: {date} الساعة {time}.',
    two: 'تذكير: لديك موعدان يوم {date}، أولهما الساعة {time}.',
    few: 'تذكير: لديك {n} مواعيد يوم {date}، أولها الساعة {time}.',
    many: 'تذكير: لديك {n} موعدًا يوم {date}، أولها الساعة {time}.',
    other: 'تذكير: لديك {n} موعد يوم {date}، أولها الساعة {time}.',
  },

  'mail.noticeDelay.subject': 'تأخير بسيط',
  'mail.noticeDelay.short': {
    few: '{location}، {date}: المواعيد متأخرة حوالي {n} دقائق. نرجو الحضور الساعة {come} بدلًا من {time}.',
    other: '{location}، {date}: المواعيد متأخرة حوالي {n} دقيقة. نرجو الحضور الساعة {come} بدلًا من {time}.',
  },
  'mail.noticeEntrance.subject': 'تغيير المدخل',
  'mail.noticeEntrance.short': '{location}: المدخل الآن: {words}. موعدك {date} الساعة {time} كما هو.',
  'mail.noticePhone.subject': 'رقم هاتف آخر',
  'mail.noticePhone.short': '{location}: نرجو الاتصال مؤقتًا على {phone}. موعدك {date} الساعة {time} كما هو.',
  'mail.noticeWords.subject': 'بخصوص موعدك',
  'mail.noticeWords.short': '{location}، {date} الساعة {time}: {words}',
  'mail.offerTime.subject': 'حفظنا لك موعدًا',
  'mail.offerTime.body':
    'حفظنا لك موعدًا:\n\n{date} الساعة {time}\n{location}\n\nهو لك حتى {byDate}، {byTime}. اقبليه، أو اختاري موعدًا آخر، أو أخبرينا أنك لا تريدينه:\n\n{offer}\n\nإن لم تردّي، نعرض الموعد على غيرك.',
  'mail.offerTime.short': 'محفوظ لك حتى {byTime}: {date} الساعة {time}، {location}.',
  'mail.offerEarlier.subject': 'توفّر موعد أقرب',
  'mail.offerEarlier.body':
    'توفّر موعد أقرب، وحفظناه لك:\n\n{date} الساعة {time}\n{location}\n\nالموعد محفوظ لك حتى {byDate}، {byTime}. موعدك يوم {oldDate} الساعة {oldTime} باقٍ كما هو حتى تقرري:\n\n{offer}\n\nإن لم تردّي، نعرض الموعد على غيرك.',
  'mail.offerEarlier.short': 'موعد أقرب محفوظ لك حتى {byTime}: {date} الساعة {time}، {location}.',
  'mail.offerDisplaced.subject': 'نرجو أن تختاري موعدًا جديدًا',
  'mail.offerDisplaced.body':
    'نعتذر لك: موعدك يوم {oldDate} الساعة {oldTime} لن يتم في وقته. أقرب موعد محفوظ لك:\n\n{date} الساعة {time}\n{location}\n\nالموعد محفوظ لك حتى {byDate}، {byTime}. اقبليه، أو اختاري موعدًا آخر، أو اطلبي أن نتصل بك:\n\n{offer}',
  'mail.offerDisplaced.short':
    'نعتذر: لن يتم موعد {oldDate}. محفوظ لك حتى {byDate}، {byTime}: {date}، {time}، {location}.',
  'mail.offerDisplacedSeveral.subject': {
    one: 'نرجو أن تختاري موعدًا جديدًا',
    two: 'نرجو أن تختاري موعدين جديدين',
    other: 'نرجو أن تختاري مواعيد جديدة',
  },
  'mail.offerDisplacedSeveral.body': {
    one: 'نعتذر لك، هذا الموعد لن يتم في وقته: {visits}.\n\nإن وجدنا له بديلًا فقد حفظناه لك، وإلا نتصل بك. اختاري من هنا:\n\n{offer}',
    two: 'نعتذر لك، هذان الموعدان لن يتما في وقتهما: {visits}.\n\nما وجدنا له بديلًا حفظناه لك، وما لم نجد له بديلًا نتصل بك بشأنه. اختاري من هنا:\n\n{offer}',
    other:
      'نعتذر لك، هذه المواعيد لن تتم في أوقاتها: {visits}.\n\nما وجدنا له بديلًا حفظناه لك، وما لم نجد له بديلًا نتصل بك بشأنه. اختاري من هنا:\n\n{offer}',
  },
  'mail.offerDisplacedSeveral.short': {
    one: 'نعتذر لك، هذا الموعد لن يتم: {visits}. من فضلك اختاري غيره.',
    two: 'نعتذر لك، هذان الموعدان لن يتما: {visits}. من فضلك اختاري غيرهما.',
    other: 'نعتذر لك، هذه المواعيد لن تتم: {visits}. من فضلك اختاري غيرها.',
  },
  'mail.visitStays.subject': 'موعدك قائم كما كان',
  'mail.visitStays.body':
    'خبر جيد: موعدك يوم {date} الساعة {time} قائم كما كان. لا داعي للرد على رسالتنا السابقة.',
  'mail.visitStays.short': 'موعدك يوم {date} الساعة {time} قائم كما كان. لا داعي للرد.',
  'mail.wishOther.subject': 'مكانك في قائمة الانتظار',
  'mail.wishOther.body':
    'الطبيب الذي تنتظرين موعدًا معه غير متاح في فروعك في الأيام التي اخترتِها، وأي موعد محفوظ لكِ معه لم يعد متاحًا. مكانك في قائمة الانتظار محفوظ، ونبحث لكِ الآن عن موعد مع طبيب آخر. يمكنك تغيير ذلك أو إنهاؤه من موقعنا.',
  'mail.wishOther.short':
    'الطبيب الذي تنتظرين موعدًا معه غير متاح في أيامك، وأي موعد محفوظ لكِ معه لم يعد متاحًا. مكانك في القائمة محفوظ، ونبحث لكِ عن موعد مع طبيب آخر.',
  'mail.wishClosed.subject': 'اختاري أيامًا أخرى من فضلك',
  'mail.wishClosed.body':
    'نعتذر: الفروع التي تنتظرين فيها موعدًا مغلقة في كل أيامك، وأي موعد محفوظ لكِ فيها لم يعد متاحًا. للبقاء في الانتظار اختاري أيامًا أخرى أو فرعًا آخر من موقعنا، أو اتصلي بنا.',
  'mail.wishClosed.short':
    'نعتذر: الفروع التي تنتظرين فيها مغلقة في كل أيامك، وأي موعد محفوظ لكِ فيها لم يعد متاحًا. اختاري أيامًا أخرى أو فرعًا آخر من موقعنا، أو اتصلي بنا.',
  'mail.offerGone.subject': 'بخصوص الموعد المحفوظ لكِ',
  'mail.offerGone.body':
    'نأسف، الموعد الذي حفظناه لكِ لن يكون متاحًا:\n\n{date} الساعة {time}\n{location}\n\nمواعيدك ومكانك في قائمة الانتظار كما هي. يمكنك اختيار موعد آخر من موقعنا أو الاتصال بنا.',
  'mail.offerGone.short':
    'نأسف، الموعد المحفوظ لكِ يوم {date} الساعة {time} في {location} لن يكون متاحًا. اختاري موعدًا آخر من موقعنا أو اتصلي بنا.',
  'mail.ofAge.subject': 'ابتداءً من {date} القرار لك',
  'mail.ofAge.body':
    'تتمين ١٨ سنة في {date}. من وقتها لا تقرأ {name} ما يُكتب لك إلا بموافقتك، ولا ترى إلا ما تسمحين به. تحددين ذلك من ملفي الشخصي، من أتابع مواعيدهم.',
  'mail.ofAge.short': 'ابتداءً من {date} أنتِ من تقررين ما تراه {name} من مواعيدك.',
  'mail.ofAgeCare.subject': 'ابتداءً من {date} القرار لـ{name}',
  'mail.ofAgeCare.body':
    'تتم {name} ١٨ سنة في {date}. من وقتها لا تقرئين ما يُكتب لها إلا بموافقتها. أخبريها من فضلك. ولو أرادت حسابًا خاصًا بها فستجدينه في ملفي الشخصي، من أتابع مواعيدهم.',
  'mail.ofAgeCare.short': 'تتم {name} ١٨ سنة في {date} وتقرر بنفسها من وقتها. أخبريها من فضلك.',
  'mail.careVisits.subject': '{name} تتابع مواعيدك من الآن',
  'mail.careVisits.body':
    'كما وافقتِ، {name} ترى مواعيدك وتحجزها وتغيّرها من الآن. يمكنك إنهاء ذلك في أي وقت من ملفي الشخصي، من أتابع مواعيدهم. لو لم توافقي أنتِ فأنهي ذلك من هناك أو اتصلي بنا.',
  'mail.careVisits.short':
    '{name} ترى مواعيدك وتغيّرها من الآن. لم توافقي أنتِ؟ أنهي ذلك من ملفك أو اتصلي بنا.',
  'mail.careNotes.subject': '{name} تقرأ ما نشاركه معك من الآن',
  'mail.careNotes.body':
    'كما وافقتِ، {name} تقرأ ما تشاركه {clinic} معك من الآن. يمكنك إنهاء ذلك في أي وقت من ملفي الشخصي، من أتابع مواعيدهم، أو في الاستقبال. لو لم توافقي أنتِ فأخبرينا.',
  'mail.careNotes.short': '{name} تقرأ ما تشاركه {clinic} معك من الآن. لو لم توافقي أنتِ فاتصلي بنا من فضلك.',
  'mail.careOver.subject': '{name} لم تعد تتابع مواعيدك',
  'mail.careOver.body': '{name} لم تعد ترى مواعيدك. تراها أنتِ والعيادة فقط.',
  'mail.careOver.short': '{name} لم تعد ترى مواعيدك. تراها أنتِ والعيادة فقط.',
  'mail.careReturned.subject': 'لم تعودي تتابعين مواعيد {name}',
  'mail.careReturned.body': 'لم تعودي ترين مواعيد {name} ولا تصلك رسائل عنها. مواعيدك أنتِ كما هي.',
  'mail.careReturned.short': 'لم تعودي ترين مواعيد {name}. مواعيدك أنتِ كما هي.',
  'mail.contactReceived.subject': 'وصلتنا رسالتك',
  'mail.contactReceived.body': 'شكرًا لتواصلك معنا. سيرد عليك أحد أفراد الفريق على هذا البريد قريبًا.',
  'mail.contactToClinic.subject': 'رسالة تواصل جديدة',
  'mail.contactToClinic.body':
    'وصلت رسالة من {name} (\u2066{email}\u2069) عبر نموذج التواصل. يمكنك قراءتها والرد عليها من هنا:\n\n{link}',
  'mail.contactAnswer.subject': 'رد على رسالتك',
  'mail.contactAnswer.body': 'شكرًا لرسالتك. إليك ردنا:\n\n{answer}',
  'mail.textAnswer.subject': 'رد على رسالتك',
  'mail.textAnswer.short': '{clinic}: {answer}',
  'mail.replyNoted.subject': 'في انتظارك',
  'mail.replyNoted.short': 'شكرًا لك. في انتظارك {date} الساعة {time}، {location}.',
  'mail.replyTooLate.subject': 'فات وقت الإلغاء برسالة',
  'mail.replyTooLate.short':
    'فات وقت إلغاء موعد {date} الساعة {time} برسالة. وصلت رسالتك إلى الفرع؛ وللتأكد اتصلي على {phone}.',
  'mail.replyReceived.subject': 'وصلتنا رسالتك',
  'mail.replyReceived.short': 'شكرًا، وصلتنا رسالتك. سترد عليك العيادة هنا.',
  'mail.stopped.subject': 'تم إيقاف التذكيرات',
  'mail.stopped.body':
    'كما طلبتِ، لن نرسل إليك تذكيرات بهذه الطريقة. ستظل تصلك الرسائل الخاصة بأمان حسابك، ويمكنك إعادة تفعيل التذكيرات من حسابك.',
  'mail.stopped.short': 'لن تصلك تذكيرات بهذه الطريقة بعد الآن.',
  'mail.staffBooked.subject': 'حجز جديد',
  'mail.staffBooked.short': '{date} الساعة {time}، {location}',
  'mail.staffCancelled.subject': 'ألغت مريضة موعدها',
  'mail.staffCancelled.short': '{date} الساعة {time}، {location}',
  'mail.staffMoved.subject': 'غيّرت مريضة موعدها',
  'mail.staffMoved.short': 'الموعد الجديد: {date} الساعة {time}، {location}',
  'mail.staffPatientConfirmed.subject': 'أكدت مريضة حضورها',
  'mail.staffPatientConfirmed.short': '{date} الساعة {time}، {location}',
  'mail.staffMissedWords.subject': 'مريضة ذكرت سبب عدم حضورها',
  'mail.staffMissedWords.short': 'زيارة {date} الساعة {time}، {location}',
  'mail.staffCallWanted.subject': 'مريضة تطلب مكالمة',
  'mail.staffCallWanted.short': 'بخصوص {date} الساعة {time}، {location}',
};
