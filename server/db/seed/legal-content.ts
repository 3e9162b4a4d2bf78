interface LegalPage {
  title: string;
  titleAr: string;
  sections: { heading: string; headingAr: string; body: string; bodyAr: string }[];
}

/** The privacy notice of a new clinic; an empty line separates paragraphs. */
export const seedPrivacy: LegalPage = {
  title: 'Privacy Policy',
  titleAr: 'سياسة الخصوصية',
  sections: [
    {
      heading: 'Who we are',
      headingAr: 'من نحن',
      body: "This notice is for everyone who visits our website, books an appointment or is treated in one of our branches. The clinic is responsible for your data, and follows Egypt's Personal Data Protection Law No. 151 of 2020.",
      bodyAr:
        'تخص هذه السياسة كل من تزور موقعنا أو تحجز موعدًا أو تتلقى الرعاية في أحد فروعنا. والعيادة هي المسؤولة عن بياناتك، وتلتزم بقانون حماية البيانات الشخصية رقم ١٥١ لسنة ٢٠٢٠.',
    },
    {
      heading: 'What we keep',
      headingAr: 'البيانات التي نحتفظ بها',
      body: 'About you: your name, username, phone numbers and email address, as far as you give them, the people you look after, and your password in a form that nobody can read back.\n\nAbout your care: your appointments with branch, day, time, service, status and notes, your date of birth, the doctors’ notes, and what they need to know at a glance, such as an allergy, with a history of every change.\n\nAbout the use of the site: which devices are signed in, which messages we sent you, and technical records that help us find faults. These records never hold what you type, your password, a code or the text of notes.',
      bodyAr:
        'بياناتك الشخصية: اسمك واسم المستخدم وما تعطينه لنا من أرقام هاتف وبريد إلكتروني، ومن تتابعين مواعيدهم، وكلمة المرور بعد تشفيرها بحيث لا يستطيع أحد قراءتها.\n\nبيانات رعايتك: مواعيدك بفرعها ويومها وساعتها وخدمتها وحالتها وملاحظاتها، وتاريخ ميلادك، وملاحظات الأطباء، وما يلزم أن ينتبهوا إليه كالحساسية من دواء، مع سجل بكل تغيير.\n\nبيانات استخدام الموقع: الأجهزة التي سجّلتِ الدخول منها، والرسائل التي أرسلناها إليك، وسجلات تقنية نكتشف بها الأعطال، وليس فيها ما تكتبينه ولا كلمة المرور ولا رموز التحقق ولا نص الملاحظات.',
    },
    {
      heading: 'Why we use it',
      headingAr: 'لماذا نستخدمها',
      body: 'We use your data to keep your appointments, to treat you, to confirm and remind you, to answer you, and to keep your account safe. Data about health is sensitive: we use it for your care only, never for advertising, and we do not sell it.',
      bodyAr:
        'نستخدم بياناتك لتنظيم مواعيدك وعلاجك، ولتأكيد المواعيد والتذكير بها، وللرد عليك، ولحماية حسابك. وبياناتك الصحية بيانات حساسة، فلا نستخدمها إلا في رعايتك، ولا نستخدمها في الإعلان ولا نبيعها أبدًا.',
    },
    {
      heading: 'Who can see it',
      headingAr: 'من يمكنه الاطلاع عليها',
      body: 'You see your own appointments and the notes on them, and so does whoever you let look after them. In the clinic, only doctors and the staff who run the branches see them. Doctors’ notes are shown to doctors only, unless a doctor shares one with you. The person responsible for the site can download all data of the clinic, these notes included, to move it to another system. We record who opened a patient’s file.\n\nMessages are carried by the email, SMS or WhatsApp services that we use to reach you; their subject and first line never name a condition or a service. If you sign in with Google or Facebook, they know that you signed in here. Programs that the clinic works with, such as a laboratory’s, get only the data that their task needs. Our pages load nothing from other companies.\n\nWe give data to authorities only where the law obliges us to.',
      bodyAr:
        'أنتِ ترين مواعيدك والملاحظات المكتوبة عليها، ويراها كذلك من تسمحين له بمتابعة مواعيدك. وفي العيادة لا يراها إلا الأطباء والفريق الذي يدير الفروع. أما ملاحظات الأطباء فلا تظهر لغيرهم، إلا ما يشاركك به الطبيب. ويمكن للمسؤول عن الموقع تنزيل بيانات العيادة كلها، ومنها هذه الملاحظات، لنقلها إلى نظام آخر. ونسجّل اسم كل من يفتح ملف مريضة.\n\nنراسلك عن طريق البريد الإلكتروني أو الرسائل القصيرة أو واتساب، وتمر رسائلنا بالشركات التي تقدم هذه الخدمات. ولا نذكر في عنوان الرسالة ولا في سطرها الأول حالة صحية أو خدمة طبية. وإذا دخلتِ بحساب جوجل أو فيسبوك، عرفت الشركة أنك سجّلتِ الدخول هنا. وقد تعمل العيادة مع برامج أخرى، كبرنامج معمل التحاليل، فلا يصلها إلا ما يلزم لعملها. ولا تستدعي صفحات الموقع أي محتوى من مواقع شركات أخرى.\n\nولا نقدم بياناتك إلى جهة رسمية إلا إذا ألزمنا القانون بذلك.',
    },
    {
      heading: 'How long we keep it',
      headingAr: 'مدة الاحتفاظ بها',
      body: 'Your account stays as long as you want it. Medical records stay as long as the law and good practice require. If you delete your account, your name, contact details and login are erased; visits that we must keep stay without them. Technical records are deleted after a limited time.',
      bodyAr:
        'يبقى حسابك ما دمتِ تريدينه. ونحتفظ بالسجلات الطبية المدة التي يوجبها القانون وتقتضيها أصول المهنة. وإذا حذفتِ حسابك، محونا اسمك وبيانات التواصل والدخول، ولم يبقَ من زياراتك إلا ما يجب حفظه، من غير اسمك. أما السجلات التقنية فنحذفها بعد مدة محدودة.',
    },
    {
      heading: 'Cookies',
      headingAr: 'ملفات تعريف الارتباط',
      body: 'We use only the cookies that the site needs: to keep you signed in, to recognise a device you have used before, and to remember your language and how the pages look. There are no advertising or tracking cookies.',
      bodyAr:
        'لا نستخدم من ملفات تعريف الارتباط (الكوكيز) إلا ما يحتاجه الموقع: لتبقي مسجّلة الدخول، وليتعرف الموقع على جهاز استخدمتِه من قبل، وليتذكر اللغة والمظهر اللذين اخترتِهما. ولا نستخدم أي ملفات للإعلان أو لتتبعك.',
    },
    {
      heading: 'Your rights',
      headingAr: 'حقوقك',
      body: 'You may see what we hold about you and get a copy, have it corrected, have your account deleted, withdraw a consent, object to a use, and be told if your data was exposed. You can change most of it yourself under My Profile and choose there how we write to you.\n\nWrite to us or speak to your branch. If our answer does not satisfy you, you may turn to the Personal Data Protection Center in Egypt.',
      bodyAr:
        'من حقك أن تعرفي ما نحتفظ به عنك وأن تحصلي على نسخة منه، وأن تطلبي تصحيحه أو حذف حسابك، وأن تسحبي موافقة أعطيتِها من قبل، وأن تعترضي على استخدام معيّن لبياناتك، وأن نبلغك إذا تسربت. ويمكنك تعديل معظم بياناتك بنفسك من «ملفي الشخصي»، ومنه تختارين كيف نتواصل معك.\n\nاكتبي لنا أو تحدثي مع الفرع. وإذا لم يكفك ردنا، فلك أن تشكي إلى مركز حماية البيانات الشخصية في مصر.',
    },
    {
      heading: 'How we protect it',
      headingAr: 'كيف نحميها',
      body: 'Connections are encrypted, passwords are kept as hashes, access depends on the role of each member of staff, and sessions end by themselves. Please choose a password that you use nowhere else, and sign out on a shared device.',
      bodyAr:
        'الاتصال بالموقع مشفّر، وكلمات المرور محفوظة بصورة لا يمكن قراءتها، ولا يصل كل فرد في الفريق إلا إلى ما يحتاجه عمله، وينتهي تسجيل الدخول تلقائيًا بعد مدة. اختاري من فضلك كلمة مرور لا تستخدمينها في موقع آخر، وسجّلي الخروج إذا كان غيرك يستخدم الجهاز.',
    },
  ],
};

/** The terms of use of a new clinic. */
export const seedTerms: LegalPage = {
  title: 'Terms of Service',
  titleAr: 'شروط الخدمة',
  sections: [
    {
      heading: 'What this site is for',
      headingAr: 'الغرض من الموقع',
      body: 'Here you can read about our clinic, write to us, and book and manage appointments in our branches. By opening an account you agree to these terms.',
      bodyAr:
        'هنا تتعرفين على العيادة وتراسليننا، وتحجزين مواعيدك في فروعنا وتتابعينها. وإذا أنشأتِ حسابًا فأنتِ توافقين على هذه الشروط.',
    },
    {
      heading: 'Not for emergencies',
      headingAr: 'ليس للحالات الطارئة',
      body: 'Please do not use this site in an emergency. Call the ambulance on 123 or go to the nearest hospital.\n\nWhat you read here is general information and does not replace a visit to a doctor.',
      bodyAr:
        'لا تعتمدي على الموقع في الحالات الطارئة. اتصلي بالإسعاف على رقم ١٢٣ أو توجهي إلى أقرب مستشفى.\n\nما تقرئينه هنا معلومات عامة لا تغني عن زيارة الطبيب.',
    },
    {
      heading: 'Your account',
      headingAr: 'حسابك',
      body: 'Give your real name and a way to reach you. Keep your password to yourself; what is done with it counts as done by you. Tell us if you think that someone else knows it.\n\nEach patient has her own file. You may book for people you look after.',
      bodyAr:
        'اكتبي اسمك الحقيقي ورقمًا أو بريدًا نصل إليك به. ولا تعطي كلمة المرور لأحد، فأنتِ مسؤولة عما يتم بها. وإذا شككتِ في أن أحدًا يعرفها فأخبرينا.\n\nلكل مريضة ملف خاص بها، ويمكنك أن تحجزي لمن تتابعين مواعيدهم.',
    },
    {
      heading: 'Appointments',
      headingAr: 'المواعيد',
      body: 'A booking is a request until the clinic confirms it. Please arrive 15 minutes early. If you are late, we will see you as soon as we can, perhaps after others.\n\nYou can cancel or move a future appointment in your account or with the link in our message, up to the time shown there. After that, please call the branch. Do tell us when you cannot come: another woman may need the time.\n\nSometimes the clinic has to move or cancel an appointment, for example for an operation. We then tell you as soon as we can and offer another time.',
      bodyAr:
        'لا يصبح الحجز نهائيًا إلا بعد أن تؤكده العيادة. نرجو الحضور قبل الموعد بربع ساعة. وإذا تأخرتِ نستقبلك في أقرب وقت ممكن، وقد تدخل غيرك قبلك.\n\nيمكنك إلغاء موعدك القادم أو تغييره من حسابك أو من الرابط الذي في رسالتنا، حتى الوقت المبيّن هناك. وبعد ذلك اتصلي بالفرع. وإذا لم تتمكني من الحضور فأخبرينا، فقد تحتاج سيدة أخرى إلى هذا الوقت.\n\nوقد تضطر العيادة إلى تغيير موعد أو إلغائه، بسبب عملية عاجلة مثلًا، فنخبرك في أقرب وقت ونعرض عليك وقتًا آخر.',
    },
    {
      heading: 'Fees',
      headingAr: 'الرسوم',
      body: 'Nothing is paid on this site. Fees are those of the branch; ask before your visit if you want to know them.',
      bodyAr:
        'لا تدفعين شيئًا عبر هذا الموقع. تُدفع الرسوم في الفرع حسب أسعاره، ويمكنك السؤال عنها قبل الزيارة.',
    },
    {
      heading: 'Fair use',
      headingAr: 'حسن الاستخدام',
      body: "Please do not book times that you do not mean to use, book in another person's name without her consent, or try to reach data that is not yours. We may close an account that does.",
      bodyAr:
        'نرجو ألا تحجزي مواعيد لا تنوين حضورها، وألا تحجزي باسم سيدة أخرى دون موافقتها، وألا تحاولي الوصول إلى بيانات لا تخصك. ولنا أن نوقف أي حساب يخالف ذلك.',
    },
    {
      heading: 'Availability and changes',
      headingAr: 'توقف الموقع وتعديل الشروط',
      body: 'We take care that the site works, but it may be away for a while; the branches are always there by phone in their working hours. When these terms change, the new text is on this page.\n\nThese terms follow the laws of the Arab Republic of Egypt.',
      bodyAr:
        'نحرص على أن يعمل الموقع دائمًا، لكنه قد يتوقف بعض الوقت، ويمكنك حينها الاتصال بالفروع في مواعيد العمل. وإذا عدّلنا هذه الشروط نشرنا النص الجديد في هذه الصفحة.\n\nتسري على هذه الشروط قوانين جمهورية مصر العربية.',
    },
  ],
};

/** The accessibility statement of a new clinic. */
export const seedAccessibility: LegalPage = {
  title: 'Accessibility Statement',
  titleAr: 'بيان سهولة الاستخدام للجميع',
  sections: [
    {
      heading: 'Our aim',
      headingAr: 'ما نسعى إليه',
      body: 'Everyone should be able to read this site and book an appointment, whatever she uses to do so. We work towards the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.',
      bodyAr:
        'نريد أن تتمكن كل سيدة من قراءة الموقع وحجز موعدها، أيًّا كانت الوسيلة التي تستخدمها. ونعمل وفق إرشادات الوصول إلى محتوى الويب (WCAG)، الإصدار ٢٫٢، المستوى AA.',
    },
    {
      heading: 'What you can count on',
      headingAr: 'ما يمكنك الاعتماد عليه',
      body: 'Every page works with a keyboard alone and names its parts for screen readers. Text can be enlarged, colours have enough contrast and are never the only sign of a meaning, and the site respects your wish for less motion or a dark screen.\n\nEverything is in Arabic and in English, and the pages are made for small phones first.',
      bodyAr:
        'تعمل كل الصفحات بلوحة المفاتيح وحدها، وتُعرّف أجزاءها لقارئات الشاشة. يمكن تكبير النص، والألوان واضحة التباين وليست أبدًا الإشارة الوحيدة إلى المعنى، ويراعي الموقع رغبتك في تقليل الحركة أو استخدام المظهر الداكن.\n\nكل شيء متاح بالعربية والإنجليزية، والصفحات مصممة للهواتف الصغيرة أولًا.',
    },
    {
      heading: 'What may still be difficult',
      headingAr: 'ما قد يكون صعبًا',
      body: 'Pictures that a branch uploads may lack a full description, and a map or messaging app that you open from here follows its own rules. Where something stands in your way, we would like to know.',
      bodyAr:
        'قد لا يكون للصور التي ترفعها الفروع وصف كامل، كما أن تطبيقات الخرائط والمراسلة التي تفتحينها من هنا لها قواعدها الخاصة. إذا واجهتِ أي عائق فنود أن نعرفه.',
    },
    {
      heading: 'In the branches',
      headingAr: 'في الفروع',
      body: 'If you need a lift, a ground-floor room, more time or someone with you, tell us by phone or through the contact form before your visit, and we will prepare for it.',
      bodyAr:
        'إذا كنتِ تحتاجين إلى مصعد أو غرفة في الدور الأرضي أو وقت أطول أو مرافقة معك، فأخبرينا بالهاتف أو عبر نموذج التواصل قبل زيارتك وسنستعد لذلك.',
    },
    {
      heading: 'Tell us',
      headingAr: 'تواصلي معنا',
      body: 'If you cannot do something here, call any branch: we will book, change or cancel for you. Write to us through the contact form and we will answer and try to put it right.',
      bodyAr:
        'إذا تعذّر عليك شيء هنا، فاتصلي بأي فرع وسنحجز لك أو نغيّر موعدك أو نلغيه. واكتبي لنا عبر نموذج التواصل وسنرد عليك ونسعى إلى إصلاح الأمر.',
    },
  ],
};
