import type { Slide } from '../sample-video';

export const search: readonly Slide[] = [
  {
    title: 'يجدك الناس في البحث',
    lead: 'عنوان ووصف ولغة لكل صفحة',
    captions: [
      [
        'موقعك منشور، لكن من يبحث لا يعرفك بعد. لنعرّفه بكل صفحة.',
        'Your site is live, but people searching do not know you yet. Let’s introduce each page.',
        'Ihre Website ist online, aber Suchende kennen Sie noch nicht. Stellen wir jede Seite vor.',
      ],
    ],
  },
  {
    title: 'ماذا يرى محرك البحث؟',
    flow: [
      { name: 'يزور', text: 'يقرأ `HTML` كما وصل' },
      { name: 'يفهم', text: 'عنوان ووصف ولغة' },
      { name: 'يعرض', text: 'سطران لكل نتيجة' },
    ],
    captions: [
      [
        'البرنامج الذي يزورك يقرأ ما أرسله الخادم.',
        'The search engine’s crawler reads what the server sent.',
        'Der Crawler der Suchmaschine liest, was der Server geschickt hat.',
      ],
      [
        'ويفهم منه عم تتكلم الصفحة، وبأي لغة.',
        'It learns what the page is about, and which language it is in.',
        'Daraus erfährt er, wovon die Seite handelt und in welcher Sprache sie ist.',
      ],
      [
        'ثم يعرض سطرين: العنوان والوصف. وهما كل ما يراه من يختار.',
        'The results then show two lines, title and description: all that people see when they choose.',
        'In den Ergebnissen stehen zwei Zeilen: Titel und Beschreibung. Mehr sieht man nicht, wenn man auswählt.',
      ],
    ],
  },
  {
    title: 'عنوان ووصف لكل مقال',
    file: 'app/[lang]/blog/[slug]/page.tsx',
    code: 'export async function generateMetadata({ params }) {\n  const { lang, slug } = await params\n  const article = await findArticle(lang, slug)\n  return {\n    title: article.title,\n    description: article.summary,\n  }\n}',
    highlightedLines: [[1], [3], [5], [6]],
    captions: [
      [
        'نضع في ملف الصفحة دالة أخرى اسمها generateMetadata.',
        'In the page’s file we add another function, generateMetadata.',
        'In die Datei der Seite kommt eine weitere Funktion namens generateMetadata.',
      ],
      [
        'تقرأ المقال نفسه الذي تعرضه الصفحة.',
        'It reads the same article that the page shows.',
        'Sie liest denselben Artikel, den die Seite zeigt.',
      ],
      [
        'وتعيد عنوانًا يقول ما في الصفحة، في نحو ستين حرفًا.',
        'It returns a title that says what is on the page, in about sixty characters.',
        'Sie gibt einen Titel zurück, der in etwa sechzig Zeichen sagt, was auf der Seite steht.',
      ],
      [
        'ووصفًا في جملة أو جملتين، يجيب: لماذا أفتح هذه الصفحة؟',
        'And a description of a sentence or two that answers: why should I open this page?',
        'Und eine Beschreibung in ein, zwei Sätzen, die sagt: Warum sollte ich das öffnen?',
      ],
    ],
  },
  {
    title: 'عنوان ضعيف وعنوان واضح',
    compare: [
      { name: 'قبل', text: 'الرئيسية | شركتنا' },
      { name: 'بعد', text: 'تصميم مواقع للعيادات في القاهرة | ميدان' },
    ],
    captions: [
      [
        'عنوان مثل الرئيسية لا يقول لأحد شيئًا.',
        'A title such as Home tells nobody anything.',
        'Ein Titel wie „Startseite“ sagt niemandem etwas.',
      ],
      [
        'اكتب ما تقدمه ولمن، بالكلمات التي يكتبها الناس، واسمك في الآخر.',
        'Say what you offer and who it is for, in the words people type, with your name at the end.',
        'Schreiben Sie, was Sie für wen anbieten, in den Worten der Suchenden, Ihr Name zuletzt.',
      ],
    ],
  },
  {
    title: 'نسختان من صفحة واحدة',
    file: 'app/[lang]/about/page.tsx',
    code: "return {\n  title: titles[lang],\n  alternates: {\n    canonical: `/${lang}/about`,\n    languages: { ar: '/ar/about', en: '/en/about' },\n  },\n}",
    highlightedLines: [[3], [4], [5]],
    captions: [
      [
        'للصفحة نسخة بالعربية ونسخة بالإنجليزية، فنقول إنهما صفحة واحدة بلغتين.',
        'The page exists in Arabic and English, so we declare the two as one page in two languages.',
        'Die Seite gibt es auf Arabisch und Englisch, also sagen wir: eine Seite in zwei Sprachen.',
      ],
      [
        'العنوان الأصلي هو عنوان هذه النسخة، فلا تُحسب مكررة.',
        'The canonical address is this version’s own, so it does not count as a duplicate.',
        'Die kanonische Adresse ist die dieser Fassung, so gilt sie nicht als Duplikat.',
      ],
      [
        'وتحته عنوان كل لغة، فيصل كل باحث إلى لغته.',
        'Below it are the addresses of all languages, so everyone lands on their own.',
        'Darunter stehen die Adressen aller Sprachen, so landet jeder bei seiner eigenen.',
      ],
    ],
  },
  {
    title: 'خريطة الموقع',
    file: 'app/sitemap.ts',
    code: 'export default async function sitemap() {\n  const articles = await listAllArticles()\n  return articles.map(({ slug, changedAt }) => ({\n    url: `https://example.com/ar/blog/${slug}`,\n    lastModified: changedAt,\n  }))\n}',
    highlightedLines: [[1], [2, 3], [4, 5]],
    captions: [
      [
        'ملف باسم sitemap يعطي محركات البحث قائمة بصفحاتك.',
        'A file named sitemap gives search engines a list of your pages.',
        'Eine Datei namens sitemap gibt Suchmaschinen eine Liste Ihrer Seiten.',
      ],
      [
        'نقرؤها من القاعدة، فيدخلها كل مقال جديد وحده.',
        'We build it from the database, so each new article is added automatically.',
        'Wir lesen sie aus der Datenbank, so kommt jeder neue Artikel von selbst hinein.',
      ],
      [
        'ومع كل عنوان تاريخ آخر تعديل حقيقي، لا تاريخ اليوم.',
        'Each address comes with the date of its last real change, not today’s date.',
        'Zu jeder Adresse gehört der Tag der letzten echten Änderung, nicht das heutige Datum.',
      ],
    ],
  },
  {
    title: 'مهمتك الآن',
    task: 'اكتب عنوانًا ووصفًا لكل صفحة عندك، ثم أرسل رابطًا في محادثة وانظر كيف يظهر.',
    captions: [
      [
        'اكتب عنوانًا ووصفًا لكل صفحة، ولا تكرر واحدًا منهما.',
        'Write a title and a description for every page, and never use the same one twice.',
        'Schreiben Sie für jede Seite Titel und Beschreibung, nichts davon doppelt.',
      ],
      [
        'ثم أرسل الرابط إلى نفسك في محادثة: ما يظهر هناك هو ما يراه الناس.',
        'Then send yourself the link in a chat: what appears there is what people see.',
        'Schicken Sie sich dann den Link in einem Chat: Was dort erscheint, sehen auch andere.',
      ],
    ],
  },
];
