import type { Slide } from '../sample-video';

export const data: readonly Slide[] = [
  {
    title: 'بيانات من الخادم',
    lead: 'الصفحة تقرأ ما تحتاجه بنفسها',
    captions: [
      [
        'الصفحة في Next.js تستطيع أن تقرأ قاعدة البيانات بنفسها قبل أن تصل إلى الزائر.',
        'A page in Next.js can read the database itself before it reaches the visitor.',
        'In Next.js kann eine Seite selbst die Datenbank lesen, bevor sie ausgeliefert wird.',
      ],
    ],
  },
  {
    title: 'طريقان إلى المقالات',
    compare: [
      { name: 'في المتصفح', text: 'صفحة فارغة، ثم كود، ثم طلب ثانٍ، ثم المقالات.' },
      { name: 'على الخادم', text: 'طلب واحد، والمقالات في أول استجابة.' },
    ],
    captions: [
      [
        'حين يطلب المتصفح البيانات، يرى الزائر دائرة تحميل قبل أن يقرأ شيئًا.',
        'If the browser fetches the data, the visitor sees a spinner before anything else.',
        'Holt der Browser die Daten, sieht man erst einen Ladekreisel und kann noch nichts lesen.',
      ],
      [
        'وحين يقرؤها الخادم، يصل النص في أول استجابة، وتقرؤه محركات البحث أيضًا.',
        'If the server reads it, the text comes with the first response, and search engines read it too.',
        'Liest sie der Server, kommt der Text mit der ersten Antwort, auch für Suchmaschinen.',
      ],
    ],
  },
  {
    title: 'دالة تنتظر',
    file: 'app/[lang]/blog/page.tsx',
    code: "import { listArticles } from '@/lib/articles'\n\nexport default async function Blog() {\n  const articles = await listArticles()\n  return articles.map((article) => (\n    <h2 key={article.id}>{article.title}</h2>\n  ))\n}",
    highlightedLines: [[3], [4], [5, 6], [1]],
    captions: [
      [
        'نجعل مكوّن الصفحة دالة async.',
        'We make the page component an async function.',
        'Wir machen die Seitenkomponente zu einer async-Funktion.',
      ],
      [
        'وننتظر المقالات بكلمة await واحدة، بلا خطافات ولا حالة.',
        'And wait for the articles with a single await, without hooks or state.',
        'Und warten mit einem einzigen await auf die Artikel, ohne Hooks und ohne Zustand.',
      ],
      [
        'ثم نعيد عنوانًا لكل مقال، ومع كل واحد key يميّزه.',
        'Then we return a heading for each article, each with a unique key.',
        'Dann geben wir für jeden Artikel eine Überschrift zurück, jeweils mit einem eindeutigen key.',
      ],
      [
        'والقراءة نفسها في ملف مستقل، فلا تعرف الصفحة أي قاعدة نستخدم.',
        'The query itself lives in its own file, so the page does not know which database we use.',
        'Das Lesen selbst steht in einer eigenen Datei; die Seite weiß nicht, welche Datenbank wir nutzen.',
      ],
    ],
  },
  {
    title: 'القراءة في مكانها',
    file: 'lib/articles.ts',
    code: "import 'server-only'\nexport async function listArticles() {\n  return db.article.findMany({\n    select: { id: true, title: true, slug: true },\n    orderBy: { publishedAt: 'desc' },\n    take: 20,\n  })\n}",
    highlightedLines: [[1], [4], [5, 6]],
    captions: [
      [
        'السطر الأول حارس: إن استورده كود للمتصفح فشل البناء ولم تتسرب الأسرار.',
        'The first line is a guard: if browser code imports this file, the build fails and no secret leaks.',
        'Die erste Zeile ist ein Wächter: Importiert Browsercode diese Datei, scheitert der Build.',
      ],
      [
        'ونطلب الأعمدة التي سنعرضها فقط، فلا ننقل نص كل مقال بلا حاجة.',
        'We ask only for the columns we show, instead of loading every article’s text for nothing.',
        'Wir fragen nur die Spalten ab, die wir zeigen, und übertragen keine ganzen Texte umsonst.',
      ],
      [
        'ونرتّب من الأحدث، ونضع حدًّا: عشرون في الصفحة، لا كل ما في الجدول.',
        'We put the newest first and set a limit: twenty a page, not the whole table.',
        'Wir sortieren nach dem Neuesten und setzen eine Grenze: zwanzig je Seite, nicht die ganze Tabelle.',
      ],
    ],
  },
  {
    title: 'متى نحفظ نسخة؟',
    pairs: [
      ['مقال لا يتغير كل دقيقة', 'نسخة لساعة'],
      ['سعر أو رصيد', 'قراءة في كل طلب'],
      ['صفحة تخص زائرًا', 'لا نسخة مشتركة أبدًا'],
    ],
    captions: [
      [
        'المقال لا يتغير كل دقيقة، فنحفظ صفحته: revalidate بقيمة 3600 تعني ساعة.',
        'An article does not change every minute, so we cache its page: a revalidate of 3600 means an hour.',
        'Ein Artikel ändert sich nicht jede Minute, also kommt die Seite in den Cache: revalidate mit 3600 heißt eine Stunde.',
      ],
      [
        'أما السعر والرصيد فنقرؤهما في كل طلب، لأن القديم فيهما خطأ.',
        'A price or a balance is read on every request, because an outdated one is wrong.',
        'Preise und Guthaben lesen wir bei jeder Anfrage, denn ein alter Wert wäre falsch.',
      ],
      [
        'وما يخص شخصًا بعينه لا ندخله في نسخة يراها غيره.',
        'And one person’s data never goes into a copy that others can see.',
        'Und was einer Person gehört, kommt nie in eine Kopie, die andere sehen.',
      ],
    ],
  },
  {
    title: 'حين تتأخر القاعدة',
    points: [
      '`loading.tsx`: ما يظهر أثناء الانتظار',
      '`error.tsx`: ما يظهر عند الخطأ، مع زر إعادة',
      '`not-found.tsx`: مقال غير موجود',
    ],
    captions: [
      [
        'ضع بجوار الصفحة ملف loading، فيظهر الإطار فورًا ويصل الباقي بعده.',
        'Put a file named loading next to the page: the frame shows at once and the rest follows.',
        'Legen Sie eine Datei loading daneben: Der Rahmen erscheint sofort, der Rest folgt.',
      ],
      [
        'وملف error لما قد يفشل، وفيه زر يعيد المحاولة.',
        'And a file named error for anything that may fail, with a button to try again.',
        'Und eine Datei error für das, was scheitern kann, mit einem Knopf für den nächsten Versuch.',
      ],
      [
        'ومن يطلب مقالًا محذوفًا يرى صفحة 404 واضحة، لا صفحة فارغة.',
        'Anyone who opens a deleted article sees a clear 404 page, not an empty one.',
        'Wer einen gelöschten Artikel aufruft, sieht eine klare 404-Seite statt einer leeren.',
      ],
    ],
  },
  {
    title: 'مهمتك الآن',
    task: 'اعرض آخر ثلاثة مقالات في الصفحة الرئيسية، ولكل منها رابط إلى صفحته.',
    captions: [
      [
        'اعرض آخر ثلاثة مقالات في الرئيسية، واربط كل عنوان بصفحته.',
        'Show the three newest articles on the home page, each linked to its own page.',
        'Zeigen Sie auf der Startseite die drei neuesten Artikel, jeweils mit Link zur eigenen Seite.',
      ],
      [
        'ثم أوقف القاعدة عمدًا، وانظر ماذا يرى الزائر.',
        'Then stop the database on purpose and see what the visitor gets.',
        'Stoppen Sie dann absichtlich die Datenbank und sehen Sie nach, was Besucher zu sehen bekommen.',
      ],
    ],
  },
];
