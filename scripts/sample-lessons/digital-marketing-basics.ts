import { createVideoBuilder, type Video } from './sample-video';

const video = createVideoBuilder('digital-marketing-basics');

export const marketingVideos: readonly Video[] = [
  video('01-welcome.mp4', [
    {
      title: 'خريطة الطريق',
      captions: [
        [
          'أهلًا بك. التسويق ليس إعلانات فقط، بل طريق من أربع محطات نمشيها بالترتيب.',
          'Welcome. Marketing is more than advertising: it is a road with four stops, taken in order.',
          'Willkommen. Marketing ist mehr als Werbung: ein Weg mit vier Stationen, die aufeinander folgen.',
        ],
      ],
    },
    {
      title: 'أربع محطات',
      points: ['العميل: من نخدم؟', 'العرض: ماذا نعده به؟', 'القناة: أين نلقاه؟', 'القياس: ماذا نجح؟'],
      captions: [
        ['هذه محطات الدورة.', 'These are the stops on the way.', 'Das sind die Stationen dieses Kurses.'],
        ['الأولى أن نعرف من نخدم.', 'First, know who we serve.', 'Erstens: wissen, für wen wir da sind.'],
        [
          'والثانية أن نعده بشيء واضح.',
          'Second, promise them something clear.',
          'Zweitens: ein klares Versprechen geben.',
        ],
        [
          'والثالثة أن نلقاه حيث يكون.',
          'Third, meet them where they are.',
          'Drittens: die Menschen dort erreichen, wo sie sind.',
        ],
        [
          'والرابعة أن نقيس لنعرف ما نجح.',
          'Fourth, measure, so that we know what worked.',
          'Viertens: messen, damit wir wissen, was gewirkt hat.',
        ],
      ],
    },
    {
      title: 'لماذا هذا الترتيب؟',
      task: 'ابدأ بالعميل، وادفع للإعلان في الآخر.',
      captions: [
        [
          'من يبدأ بالإعلان يدفع ليصل إلى من لا يهمه الأمر.',
          'Start with ads, and you pay to reach people who do not care.',
          'Wer mit Anzeigen beginnt, bezahlt für Menschen, die das Angebot nicht interessiert.',
        ],
        [
          'ومن يبدأ بالعميل يدفع أقل ويبيع أكثر. هيا نبدأ.',
          'Start with the customer, and you pay less and sell more. Let’s begin.',
          'Wer bei der Kundschaft beginnt, zahlt weniger und verkauft mehr. Fangen wir an.',
        ],
      ],
    },
  ]),
  video('02-know-your-customer.mp4', [
    {
      title: 'اعرف عميلك',
      captions: [
        [
          'لا تخمّن. اسأل عشرة عملاء حقيقيين خمسة أسئلة، واكتب كلامهم كما قالوه.',
          'Do not guess. Ask ten real customers five questions, and write down their answers word for word.',
          'Raten Sie nicht. Stellen Sie zehn echten Kunden fünf Fragen und notieren Sie die Antworten wörtlich.',
        ],
      ],
    },
    {
      title: 'الأسئلة الخمسة',
      points: [
        'ما المشكلة التي جئت بها؟',
        'ماذا جرّبت قبلنا؟',
        'ما الذي كاد يمنعك من الشراء؟',
        'ما الذي تغيّر بعده؟',
        'كيف تصفنا لصديق؟',
      ],
      captions: [
        ['خذ ورقة واكتب.', 'Take a sheet of paper and write:', 'Nehmen Sie ein Blatt Papier und schreiben Sie auf:'],
        [
          'ما المشكلة التي جئت بها إلينا؟',
          'What problem brought you to us?',
          'Welches Problem hat Sie zu uns geführt?',
        ],
        ['ماذا جربت قبلنا؟', 'What did you try before us?', 'Was hatten Sie vorher schon versucht?'],
        [
          'ما الذي كاد يمنعك من الشراء؟',
          'What almost stopped you from buying?',
          'Was hätte Sie fast vom Kauf abgehalten?',
        ],
        ['ما الذي تغير بعد الشراء؟', 'What changed after you bought?', 'Was hat sich seit dem Kauf verändert?'],
        [
          'وكيف تصفنا لصديق؟',
          'And how would you describe us to a friend?',
          'Und wie würden Sie uns im Freundeskreis beschreiben?',
        ],
      ],
    },
    {
      title: 'ثم ماذا؟',
      task: 'ابحث عن الجملة التي تتكرر في ثلاث إجابات.',
      captions: [
        [
          'الجملة التي تتكرر في ثلاث إجابات هي عنوان صفحتك القادمة.',
          'A sentence that comes up in three answers is the headline for your next page.',
          'Ein Satz, der in drei Antworten wiederkehrt, ist die Überschrift Ihrer nächsten Seite.',
        ],
      ],
    },
  ]),
  video('03-clear-offer.mp4', [
    {
      title: 'عرض واضح',
      captions: [
        [
          'إن لم يفهم الزائر ما تبيعه في خمس ثوانٍ، فسيغلق الصفحة.',
          'If visitors do not understand what you sell within five seconds, they close the page.',
          'Wer nach fünf Sekunden nicht versteht, was Sie verkaufen, schließt die Seite.',
        ],
      ],
    },
    {
      title: 'جملة واحدة',
      points: ['ماذا: ما الذي يحصل عليه؟', 'لمن: هل يرى نفسه فيها؟', 'لماذا الآن: ما الذي يكسبه اليوم؟'],
      captions: [
        [
          'اكتب جملة تجيب عن ثلاثة أسئلة.',
          'Write one sentence that answers three questions.',
          'Schreiben Sie einen Satz, der drei Fragen beantwortet.',
        ],
        ['ماذا يأخذ العميل بالضبط؟', 'What exactly does the customer get?', 'Was genau bekommt der Kunde?'],
        ['ولمن هذا العرض؟', 'Who is this offer for?', 'Für wen ist das Angebot gedacht?'],
        [
          'ولماذا يشتري الآن لا غدًا؟',
          'And why buy now rather than tomorrow?',
          'Und warum heute kaufen und nicht morgen?',
        ],
      ],
    },
    {
      title: 'قبل وبعد',
      compare: [
        { name: 'قبل', text: 'حلول متكاملة للمطاعم' },
        { name: 'بعد', text: 'قائمة طعام على هاتف زبائنك خلال يومين' },
      ],
      captions: [
        ['قارن بين جملتين.', 'Compare two sentences.', 'Vergleichen Sie zwei Sätze.'],
        [
          'الأولى كلام عام لا يعد بشيء.',
          'The first is vague and promises nothing.',
          'Der erste bleibt allgemein und verspricht nichts.',
        ],
        [
          'والثانية يفهمها صاحب المطعم ويريدها.',
          'The second is one that a restaurant owner understands, and wants.',
          'Den zweiten versteht, wer ein Restaurant führt, und will mehr wissen.',
        ],
      ],
    },
  ]),
  video('04-search-and-content.mp4', [
    {
      title: 'البحث والمحتوى',
      captions: [
        [
          'كل يوم يكتب الناس في محرك البحث السؤال الذي يبيع منتجك جوابه.',
          'Every day, people ask a search engine the very question your product answers.',
          'Jeden Tag tippt jemand genau die Frage in eine Suchmaschine, die Ihr Produkt beantwortet.',
        ],
      ],
    },
    {
      title: 'كيف تصل إليهم؟',
      points: ['اجمع أسئلة عملائك كما هي', 'صفحة واحدة لكل سؤال', 'الجواب في أول سطرين'],
      captions: [
        [
          'ابدأ من كلام العميل.',
          'Begin with your customers’ own words.',
          'Beginnen Sie mit den Worten Ihrer Kundschaft.',
        ],
        [
          'اجمع الأسئلة التي تسمعها كل أسبوع.',
          'Collect the questions you hear every week.',
          'Sammeln Sie die Fragen, die Sie jede Woche hören.',
        ],
        [
          'واكتب لكل سؤال صفحة مستقلة.',
          'Write one page for each question.',
          'Schreiben Sie zu jeder Frage eine eigene Seite.',
        ],
        [
          'وضع الجواب في أول سطرين، ثم اشرح.',
          'Put the answer in the first two lines, then explain.',
          'Die Antwort gehört in die ersten zwei Zeilen, danach folgt die Erklärung.',
        ],
      ],
    },
    {
      title: 'العنوان والوصف',
      task: 'العنوان وعد، والوصف سببٌ للنقر.',
      captions: [
        [
          'العنوان هو وعد الصفحة في نتائج البحث.',
          'The title is the page’s promise in the search results.',
          'Der Titel ist das Versprechen der Seite in den Suchergebnissen.',
        ],
        [
          'والوصف سطران يقنعان القارئ بالنقر. راجعهما قبل أي شيء آخر.',
          'The description is two lines that persuade a reader to click. Check both before anything else.',
          'Die Beschreibung sind zwei Zeilen, die zum Klicken einladen. Prüfen Sie beides zuerst.',
        ],
      ],
    },
  ]),
  video('05-paid-ads.mp4', [
    {
      title: 'الإعلانات الممولة',
      captions: [
        [
          'الإعلان يسرّع ما ينجح بالفعل. إن كان العرض ضعيفًا فسيُظهر ضعفه أسرع.',
          'Advertising speeds up what already works. It will only expose a weak offer sooner.',
          'Werbung beschleunigt, was schon funktioniert. Ein schwaches Angebot scheitert damit nur schneller.',
        ],
      ],
    },
    {
      title: 'ابدأ صغيرًا',
      points: ['ميزانية تتحمّل خسارتها', 'رسالة واحدة', 'صفحة وصول واحدة'],
      captions: [
        [
          'التجربة الأولى لها ثلاثة شروط.',
          'Your first trial needs three things.',
          'Für den ersten Versuch gelten drei Bedingungen.',
        ],
        [
          'مبلغ صغير لا يؤلمك ضياعه.',
          'A small sum you can afford to lose.',
          'Ein kleiner Betrag, dessen Verlust nicht wehtut.',
        ],
        ['ورسالة واحدة تختبرها.', 'One message to test.', 'Eine einzige Botschaft, die Sie testen.'],
        [
          'وصفحة وصول تقول الكلام نفسه.',
          'And a landing page with the same wording.',
          'Und eine Zielseite, die dasselbe sagt.',
        ],
      ],
    },
    {
      title: 'متى نوقف؟',
      task: 'اكتب قبل البدء: أكثر ما تدفعه في العميل الواحد.',
      captions: [
        [
          'حدد قبل البدء كم تقبل أن تدفع في العميل الواحد.',
          'Before you begin, decide how much one customer may cost.',
          'Legen Sie vorher fest, wie viel ein neuer Kunde kosten darf.',
        ],
        [
          'فإن زاد الرقم عن ذلك أسبوعًا كاملًا، أوقف وغيّر الرسالة.',
          'If the cost stays above that for a whole week, stop and change the message.',
          'Liegt der Wert eine ganze Woche darüber, halten Sie an und ändern Sie die Botschaft.',
        ],
      ],
    },
  ]),
  video('06-measure.mp4', [
    {
      title: 'القياس والقرار',
      captions: [
        [
          'لا تحتاج خمسين رقمًا. أربعة تكفي لتقرر: نزيد أم نوقف؟',
          'You do not need fifty figures. Four are enough to decide: scale up, or stop?',
          'Sie brauchen keine fünfzig Kennzahlen. Vier reichen für die Entscheidung: mehr davon oder aufhören?',
        ],
      ],
    },
    {
      title: 'الأرقام الأربعة',
      points: ['زوار الصفحة: 1000', 'من تركوا بياناتهم: 50', 'من اشتروا: 10', 'ما دفعناه: 2000 جنيه'],
      captions: [
        ['خذ مثالًا من أسبوع واحد.', 'Take one week as an example.', 'Nehmen wir eine Woche als Beispiel.'],
        [
          'ألف زائر دخلوا الصفحة.',
          'A thousand visitors came to the page.',
          'Tausend Menschen haben die Seite besucht.',
        ],
        [
          'خمسون منهم تركوا بياناتهم.',
          'Fifty of them left their details.',
          'Fünfzig davon haben ihre Daten hinterlassen.',
        ],
        ['وعشرة اشتروا.', 'And ten bought.', 'Und zehn haben gekauft.'],
        [
          'وكلفتنا الحملة ألفي جنيه.',
          'The campaign cost us two thousand pounds.',
          'Die Kampagne hat uns zweitausend Pfund gekostet.',
        ],
      ],
    },
    {
      title: 'القرار',
      points: ['العميل كلّفنا 200 جنيه', 'وربحنا منه 500'],
      captions: [
        ['نقسم الآن.', 'Now we divide.', 'Jetzt teilen wir.'],
        [
          'كلفنا العميل الواحد مئتي جنيه.',
          'One customer cost two hundred pounds.',
          'Ein Kunde hat zweihundert Pfund gekostet.',
        ],
        [
          'وربحنا منه خمسمئة. إذن نزيد.',
          'And earned us five hundred. So we scale up.',
          'Und fünfhundert eingebracht. Also machen wir mehr davon.',
        ],
      ],
    },
  ]),
];
