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
        'هذا البيان لكل من تزور موقعنا أو تحجز موعدًا أو تتلقى الرعاية في أحد فروعنا. العيادة هي المسؤولة عن بياناتك، وتلتزم بقانون حماية البيانات الشخصية المصري رقم ١٥١ لسنة ٢٠٢٠.',
    },
    {
      heading: 'What we keep',
      headingAr: 'ما الذي نحتفظ به',
      body: 'About you: your name, username, phone numbers and email address, as far as you give them, and your password in a form that nobody can read back.\n\nAbout your appointments: branch, day, time, service, status and the notes of the clinic, with a history of every change.\n\nAbout the use of the site: which devices are signed in, which messages we sent you, and technical records that help us find faults. These records never hold what you type, your password, a code or the text of notes.',
      bodyAr:
        'عنك: اسمك واسم المستخدم وأرقام هاتفك وبريدك الإلكتروني، بقدر ما تقدمينه لنا، وكلمة المرور في صورة لا يمكن لأحد قراءتها.\n\nعن مواعيدك: الفرع واليوم والساعة والخدمة والحالة وملاحظات العيادة، مع سجل بكل تغيير.\n\nعن استخدام الموقع: الأجهزة المسجّل الدخول منها، والرسائل التي أرسلناها إليك، وسجلات تقنية تساعدنا على اكتشاف الأعطال. لا تحتوي هذه السجلات أبدًا على ما تكتبينه أو كلمة المرور أو رموز التحقق أو نص الملاحظات.',
    },
    {
      heading: 'Why we use it',
      headingAr: 'لماذا نستخدمها',
      body: 'We use your data to keep your appointments, to treat you, to confirm and remind you, to answer you, and to keep your account safe. Data about health is sensitive: we use it for your care only, never for advertising, and we do not sell it.',
      bodyAr:
        'نستخدم بياناتك لتنظيم مواعيدك وعلاجك، ولتأكيد المواعيد والتذكير بها، وللرد عليك، ولحماية حسابك. البيانات الصحية بيانات حساسة: نستخدمها لرعايتك فقط، ولا نستخدمها في الإعلانات أبدًا، ولا نبيعها.',
    },
    {
      heading: 'Who can see it',
      headingAr: 'من يمكنه الاطلاع عليها',
      body: "You see your own appointments and the notes on them. In the clinic, only doctors and the staff who run the branches see them, and we record who opened a patient's file.\n\nMessages are carried by the email, SMS or WhatsApp services that we use to reach you; their subject and first line never name a condition or a service. If you sign in with Google or Facebook, they know that you signed in here. Our pages load nothing from other companies.\n\nWe give data to authorities only where the law obliges us to.",
      bodyAr:
        'ترين أنتِ مواعيدك والملاحظات المكتوبة عليها. وفي العيادة لا يراها إلا الأطباء والفريق الذي يدير الفروع، ونسجّل كل من فتح ملف مريضة.\n\nتصلك رسائلنا عبر خدمات البريد أو الرسائل القصيرة أو واتساب التي نستخدمها، ولا يذكر عنوان الرسالة ولا سطرها الأول حالة صحية أو خدمة طبية. وإذا دخلتِ بحساب جوجل أو فيسبوك فستعرف الشركة أنك سجّلتِ الدخول هنا. لا تحمّل صفحاتنا أي شيء من شركات أخرى.\n\nلا نقدم البيانات إلى الجهات الرسمية إلا حيث يُلزمنا القانون بذلك.',
    },
    {
      heading: 'How long we keep it',
      headingAr: 'مدة الاحتفاظ بها',
      body: 'Your account stays as long as you want it. Medical records stay as long as the law and good practice require. If you ask us to delete your account, your name, contact details and login are erased; visits that we must keep stay without them. Technical records are deleted after a limited time.',
      bodyAr:
        'يبقى حسابك ما دمتِ تريدينه. وتبقى السجلات الطبية المدة التي يتطلبها القانون وأصول المهنة. وإذا طلبتِ حذف حسابك، نمحو اسمك وبيانات التواصل والدخول، وتبقى الزيارات التي يجب الاحتفاظ بها دون هذه البيانات. أما السجلات التقنية فتُحذف بعد مدة محدودة.',
    },
    {
      heading: 'Cookies',
      headingAr: 'ملفات تعريف الارتباط',
      body: 'We use only the cookies that the site needs: to keep you signed in and to remember your language and appearance. There are no advertising or tracking cookies.',
      bodyAr:
        'نستخدم فقط ملفات تعريف الارتباط الضرورية للموقع: لإبقائك مسجّلة الدخول، ولتذكّر اللغة والمظهر اللذين اخترتِهما. لا نستخدم ملفات للإعلانات أو للتتبع.',
    },
    {
      heading: 'Your rights',
      headingAr: 'حقوقك',
      body: 'You may ask what we hold about you, have it corrected, have your account deleted, withdraw a consent, and object to a use. You can change most of it yourself under My Profile and choose there how we write to you.\n\nWrite to us or speak to your branch. If our answer does not satisfy you, you may turn to the Personal Data Protection Center in Egypt.',
      bodyAr:
        'يحق لك أن تعرفي ما نحتفظ به عنك، وأن تطلبي تصحيحه، أو حذف حسابك، أو سحب موافقة سبق أن أعطيتِها، أو الاعتراض على استخدام بعينه. يمكنك تغيير معظم هذه البيانات بنفسك من «ملفي الشخصي»، ومنه تختارين كيف نراسلك.\n\nاكتبي لنا أو تحدثي مع فرعك. وإن لم يكن ردنا كافيًا، يمكنك اللجوء إلى مركز حماية البيانات الشخصية في مصر.',
    },
    {
      heading: 'How we protect it',
      headingAr: 'كيف نحميها',
      body: 'Connections are encrypted, passwords are kept as hashes, access depends on the role of each member of staff, and sessions end by themselves. Please choose a password that you use nowhere else, and sign out on a shared device.',
      bodyAr:
        'الاتصال بالموقع مشفّر، وكلمات المرور محفوظة بصورة لا تُقرأ، ويحصل كل فرد في الفريق على ما يحتاجه عمله فقط، وتنتهي الجلسات تلقائيًا. من فضلك اختاري كلمة مرور لا تستخدمينها في مكان آخر، وسجّلي الخروج إذا كان الجهاز مشتركًا.',
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
        'يمكنك هنا التعرف على العيادة ومراسلتنا وحجز مواعيدك وإدارتها في فروعنا. بفتح حساب فإنك توافقين على هذه الشروط.',
    },
    {
      heading: 'Not for emergencies',
      headingAr: 'ليس للحالات الطارئة',
      body: 'Please do not use this site in an emergency. Call the ambulance on 123 or go to the nearest hospital.\n\nWhat you read here is general information and does not replace a visit to a doctor.',
      bodyAr:
        'من فضلك لا تستخدمي الموقع في الحالات الطارئة. اتصلي بالإسعاف على الرقم ١٢٣ أو توجهي إلى أقرب مستشفى.\n\nما تقرئينه هنا معلومات عامة لا تغني عن زيارة الطبيبة أو الطبيب.',
    },
    {
      heading: 'Your account',
      headingAr: 'حسابك',
      body: 'Give your real name and a way to reach you. Keep your password to yourself; what is done with it counts as done by you. Tell us if you think that someone else knows it.\n\nEach patient has her own file. You may book for people you look after.',
      bodyAr:
        'اكتبي اسمك الحقيقي وطريقة للتواصل معك. احتفظي بكلمة المرور لنفسك، فكل ما يتم بها يُحسب عليك. وأخبرينا إذا ظننتِ أن أحدًا يعرفها.\n\nلكل مريضة ملفها الخاص، ويمكنك الحجز لمن تتابعين مواعيدهم.',
    },
    {
      heading: 'Appointments',
      headingAr: 'المواعيد',
      body: 'A booking is a request until the clinic confirms it. Please arrive 15 minutes early. If you are late, we will see you as soon as we can, perhaps after others.\n\nYou can cancel or move a future appointment in your account, up to the time shown there. After that, please call the branch. Do tell us when you cannot come: another woman may need the time.\n\nSometimes the clinic has to move or cancel an appointment, for example for an operation. We then tell you at once and offer another time.',
      bodyAr:
        'الحجز طلب إلى أن تؤكده العيادة. نرجو الحضور قبل الموعد بربع ساعة. وإن تأخرتِ فسنستقبلك في أقرب وقت ممكن، وربما بعد غيرك.\n\nيمكنك إلغاء موعد قادم أو تغييره من حسابك حتى المهلة الموضحة فيه، وبعدها اتصلي بالفرع من فضلك. أخبرينا إذا لم تتمكني من الحضور، فقد تحتاج سيدة أخرى إلى هذا الوقت.\n\nقد تضطر العيادة أحيانًا إلى تغيير موعد أو إلغائه، بسبب جراحة عاجلة مثلًا. سنخبرك حينها فورًا ونعرض عليك وقتًا آخر.',
    },
    {
      heading: 'Fees',
      headingAr: 'الرسوم',
      body: 'Nothing is paid on this site. Fees are those of the branch; ask before your visit if you want to know them.',
      bodyAr: 'لا يتم الدفع عبر هذا الموقع. الرسوم هي المعمول بها في الفرع، ويمكنك السؤال عنها قبل زيارتك.',
    },
    {
      heading: 'Fair use',
      headingAr: 'الاستخدام السليم',
      body: "Please do not book times that you do not mean to use, book in another person's name without her consent, or try to reach data that is not yours. We may close an account that does.",
      bodyAr:
        'من فضلك لا تحجزي مواعيد لا تنوين حضورها، ولا تحجزي باسم غيرك دون موافقتها، ولا تحاولي الوصول إلى بيانات ليست لك. يحق لنا إيقاف الحساب الذي يخالف ذلك.',
    },
    {
      heading: 'Availability and changes',
      headingAr: 'توفر الخدمة والتعديلات',
      body: 'We take care that the site works, but it may be away for a while; the branches are always there by phone in their working hours. When these terms change, the new text is on this page.\n\nThese terms follow the laws of the Arab Republic of Egypt.',
      bodyAr:
        'نحرص على أن يعمل الموقع دائمًا، لكنه قد يتوقف لبعض الوقت، ويمكنك حينها الاتصال بالفروع في مواعيد العمل. وعند تعديل هذه الشروط ننشر النص الجديد في هذه الصفحة.\n\nتخضع هذه الشروط لقوانين جمهورية مصر العربية.',
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
