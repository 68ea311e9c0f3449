import type { Slide } from '../sample-video';

export const speed: readonly Slide[] = [
  {
    title: 'سريع على كل هاتف',
    lead: 'نقيس، ثم نصلح أكبر شيء',
    captions: [
      [
        'أغلب زوارك على هاتف متوسط وشبكة متعبة. لهم نجعل الموقع سريعًا.',
        'Most of your visitors have an average phone and a weak connection. We make the site fast for them.',
        'Die meisten haben ein gewöhnliches Telefon und ein schwaches Netz. Für sie machen wir die Seite schnell.',
      ],
    ],
  },
  {
    title: 'ثلاثة أرقام تكفي',
    pairs: [
      ['متى يظهر أهم ما في الصفحة؟', '`LCP` خلال 2.5 ثانية'],
      ['متى يستجيب للّمس؟', '`INP` خلال 200 م.ث'],
      ['هل يقفز المحتوى؟', '`CLS` أقل من 0.1'],
    ],
    captions: [
      [
        'لا نخمّن، بل نقيس ثلاثة أرقام. الأول: متى يظهر أهم ما في الصفحة؟',
        'We do not guess; we measure three figures. The first: when does the main content appear?',
        'Wir raten nicht, wir messen drei Werte. Der erste: Wann erscheint das Wichtigste?',
      ],
      [
        'والثاني: كم ينتظر الزائر بعد أن يلمس زرًّا؟',
        'The second: how long does it take to respond to a tap?',
        'Der zweite: Wie schnell reagiert die Seite, wenn man etwas antippt?',
      ],
      [
        'والثالث: هل يقفز النص وهو يقرأ لأن صورة وصلت متأخرة؟',
        'The third: does the text jump while you read, because a picture loaded late?',
        'Der dritte: Springt der Text beim Lesen, weil ein Bild spät ankommt?',
      ],
    ],
  },
  {
    title: 'الصور أولًا',
    compare: [
      { name: 'قبل: `img`', code: '<img src="/team.jpg">\n\n// 3 MB, no size:\n// the page jumps' },
      {
        name: 'بعد: `Image`',
        code: 'import team from \'./team.jpg\'\n\n<Image src={team} alt="فريقنا"\n  sizes="100vw" placeholder="blur" />',
      },
    ],
    captions: [
      [
        'أثقل ما في الصفحة غالبًا صورة خرجت من الكاميرا كما هي.',
        'The heaviest thing on a page is usually a picture straight from the camera.',
        'Das Schwerste auf einer Seite ist meist ein Bild direkt aus der Kamera.',
      ],
      [
        'مكوّن Image يرسل المقاس المناسب بصيغة أخف، ويحجز مكانه فلا يقفز شيء.',
        'The Image component sends the right size in a lighter format and reserves its space, so nothing jumps.',
        'Die Komponente Image schickt die passende Größe und hält den Platz frei, damit nichts springt.',
      ],
    ],
  },
  {
    title: 'خط واحد من موقعك',
    file: 'app/[lang]/layout.tsx',
    code: "import { Readex_Pro } from 'next/font/google'\n\nconst font = Readex_Pro({ subsets: ['arabic', 'latin'] })\n\n<body className={font.className}>{children}</body>",
    highlightedLines: [[1], [3], [5]],
    captions: [
      [
        'ينزّل next/font الخط أثناء البناء، فيأتي من موقعك لا من موقع غيرك.',
        'The next/font module downloads the font at build time, so it comes from your own site only.',
        'next/font lädt die Schrift schon beim Build, sie kommt also nur von Ihrer eigenen Website.',
      ],
      [
        'اختر خطًّا واحدًا فيه العربية واللاتينية، ولا تطلب إلا ما تعرضه.',
        'Choose one font with Arabic and Latin, and load only what you use.',
        'Wählen Sie eine Schrift für Arabisch und Latein, und laden Sie nur, was Sie wirklich zeigen.',
      ],
      [
        'ضعه على body مرة واحدة، فيظهر النص فورًا بخط قريب ثم يستبدل.',
        'Set it on body once: the text shows immediately in a similar font, which is then swapped.',
        'Setzen Sie sie einmal auf body: Der Text erscheint sofort in ähnlicher Schrift und wechselt dann.',
      ],
    ],
  },
  {
    title: 'أقل ما يمكن في المتصفح',
    nested: ['الصفحة: على الخادم، بلا `JavaScript`', 'قائمة المقالات: على الخادم أيضًا', 'زر الإعجاب: `use client`'],
    captions: [
      [
        'كل مكوّن يعمل على الخادم ما لم تطلب غير ذلك، فلا يرسل كودًا إلى المتصفح.',
        'Every component runs on the server unless you say otherwise, and sends no code to the browser.',
        'Jede Komponente läuft auf dem Server, sofern Sie nichts anderes sagen, und schickt keinen Code.',
      ],
      [
        'قائمة المقالات نص وروابط، فلا تحتاج شيئًا في المتصفح.',
        'The list of articles is text and links, and needs nothing in the browser.',
        'Die Artikelliste besteht aus Text und Links und braucht nichts im Browser.',
      ],
      [
        'عبارة use client للزر وحده، لأنه يستجيب للضغط. ضعها في أصغر ملف ممكن.',
        'Only the button needs the words use client, because it reacts. Put them in the smallest file you can.',
        'use client bekommt nur der Knopf, denn er reagiert. Setzen Sie es in die kleinste Datei.',
      ],
    ],
  },
  {
    title: 'نقيس ثم نعيد',
    flow: [
      { name: 'قِس', text: 'هاتف عادي وشبكة بطيئة' },
      { name: 'أصلح', text: 'أكبر شيء واحد' },
      { name: 'قِس ثانية', text: 'هل تحسّن الرقم؟' },
    ],
    captions: [
      [
        'قِس في المتصفح بـ Lighthouse، وأبطئ الشبكة والمعالج عمدًا.',
        'Measure in the browser with Lighthouse, and slow down network and processor on purpose.',
        'Messen Sie im Browser mit Lighthouse, und bremsen Sie Netz und Prozessor absichtlich.',
      ],
      [
        'أصلح أكبر شيء واحد، ولا تغيّر عشرة أشياء معًا.',
        'Fix the one biggest problem, and do not change ten things at once.',
        'Beheben Sie das größte Problem, und ändern Sie nicht zehn Dinge auf einmal.',
      ],
      [
        'ثم قِس ثانية. إن لم يتحسن الرقم، فأعد الكود كما كان.',
        'Then measure again. If the figure is no better, undo the change.',
        'Dann messen Sie erneut. Wird der Wert nicht besser, machen Sie die Änderung rückgängig.',
      ],
    ],
  },
  {
    title: 'مهمتك الأخيرة',
    task: 'قِس صفحتك الرئيسية، وأصلح أثقل شيء فيها، واكتب الرقمين: قبل وبعد.',
    captions: [
      [
        'قِس صفحتك الرئيسية، وأصلح أثقل ما فيها، واكتب الرقمين قبل وبعد.',
        'Measure your home page, fix the heaviest thing on it, and write down both figures.',
        'Messen Sie Ihre Startseite, verbessern Sie, was am meisten bremst, und notieren Sie beide Werte.',
      ],
      [
        'بدأنا من مجلد فارغ، ومعك الآن موقع منشور تعرف كل سطر فيه. مبروك.',
        'We began with an empty folder; now you have a site online and know every line of it. Well done.',
        'Begonnen haben wir mit einem leeren Ordner, jetzt ist Ihre Website online, und Sie kennen jede Zeile.',
      ],
    ],
  },
];
