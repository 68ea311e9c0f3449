import type { Slide } from '../sample-video';

export const search: readonly Slide[] = [
  { title: 'يجدك الناس في البحث', lead: 'عنوان ووصف ولغة لكل صفحة', say: [
    ['موقعك منشور، لكن من يبحث لا يعرفك بعد. لنعرّفه بكل صفحة.', 'Your site is live, but people who search do not know you yet. Let us introduce each page.', 'Ihre Website ist online, aber Suchende kennen Sie noch nicht. Stellen wir jede Seite vor.'],
  ] },
  { title: 'ماذا يرى محرك البحث؟', flow: [{ name: 'يزور', text: 'يقرأ `HTML` كما وصل' }, { name: 'يفهم', text: 'عنوان ووصف ولغة' }, { name: 'يعرض', text: 'سطران لكل نتيجة' }], say: [
    ['البرنامج الذي يزورك يقرأ ما أرسله الخادم.', 'The program that visits you reads what the server sent.', 'Das Programm, das Sie besucht, liest, was der Server geschickt hat.'],
    ['ويفهم منه عم تتكلم الصفحة، وبأي لغة.', 'It learns what the page is about, and in which language.', 'Daraus erfährt es, wovon die Seite handelt und in welcher Sprache.'],
    ['ثم يعرض سطرين: العنوان والوصف. وهما كل ما يراه من يختار.', 'Then it shows two lines, title and description. They are all that people see when they choose.', 'Dann zeigt es zwei Zeilen: Titel und Beschreibung. Mehr sieht niemand, der auswählt.'],
  ] },
  { title: 'عنوان ووصف لكل مقال', file: 'app/[lang]/blog/[slug]/page.tsx', code: "export async function generateMetadata({ params }) {\n  const { lang, slug } = await params\n  const article = await findArticle(lang, slug)\n  return {\n    title: article.title,\n    description: article.summary,\n  }\n}", lit: [[1], [3], [5], [6]], say: [
    ['نضع في ملف الصفحة دالة أخرى اسمها generateMetadata.', 'In the file of the page we put another function, generateMetadata.', 'In die Datei der Seite kommt eine weitere Funktion namens generateMetadata.'],
    ['تقرأ المقال نفسه الذي تعرضه الصفحة.', 'It reads the same article that the page shows.', 'Sie liest denselben Artikel, den die Seite zeigt.'],
    ['وتعيد عنوانًا يقول ما في الصفحة، في نحو ستين حرفًا.', 'It returns a title that says what is on the page, in about sixty letters.', 'Sie gibt einen Titel zurück, der in etwa sechzig Zeichen sagt, was auf der Seite steht.'],
    ['ووصفًا في جملة أو جملتين، يجيب: لماذا أفتح هذه الصفحة؟', 'And a description of a sentence or two that answers: why should I open this page?', 'Und eine Beschreibung in ein, zwei Sätzen, die beantwortet: Warum soll ich das öffnen?'],
  ] },
  { title: 'عنوان ضعيف وعنوان واضح', compare: [{ name: 'قبل', text: 'الرئيسية | شركتنا' }, { name: 'بعد', text: 'تصميم مواقع للعيادات في القاهرة | ميدان' }], say: [
    ['عنوان مثل الرئيسية لا يقول لأحد شيئًا.', 'A title such as Home tells nobody anything.', 'Ein Titel wie „Startseite“ sagt niemandem etwas.'],
    ['اكتب ما تقدمه ولمن، بالكلمات التي يكتبها الناس، واسمك في الآخر.', 'Write what you offer and for whom, in the words that people type, with your name at the end.', 'Schreiben Sie, was Sie für wen anbieten, in den Worten der Suchenden, Ihr Name zuletzt.'],
  ] },
  { title: 'نسختان من صفحة واحدة', file: 'app/[lang]/about/page.tsx', code: "return {\n  title: titles[lang],\n  alternates: {\n    canonical: `/${lang}/about`,\n    languages: { ar: '/ar/about', en: '/en/about' },\n  },\n}", lit: [[3], [4], [5]], say: [
    ['للصفحة نسخة بالعربية ونسخة بالإنجليزية، فنقول إنهما صفحة واحدة بلغتين.', 'The page exists in Arabic and English, so we say that the two are one page in two languages.', 'Die Seite gibt es auf Arabisch und Englisch, also sagen wir: eine Seite in zwei Sprachen.'],
    ['العنوان الأصلي هو عنوان هذه النسخة، فلا تُحسب مكررة.', 'The canonical address is that of this version, so it does not count as a copy.', 'Die kanonische Adresse ist die dieser Fassung, so gilt sie nicht als Duplikat.'],
    ['وتحته عنوان كل لغة، فيصل كل باحث إلى لغته.', 'Below it is the address of each language, so everyone arrives at their own.', 'Darunter stehen die Adressen aller Sprachen, so landet jeder bei seiner eigenen.'],
  ] },
  { title: 'خريطة الموقع', file: 'app/sitemap.ts', code: "export default async function sitemap() {\n  const articles = await listAllArticles()\n  return articles.map(({ slug, changedAt }) => ({\n    url: `https://example.com/ar/blog/${slug}`,\n    lastModified: changedAt,\n  }))\n}", lit: [[1], [2, 3], [4, 5]], say: [
    ['ملف باسم sitemap يعطي محركات البحث قائمة بصفحاتك.', 'A file named sitemap gives search engines a list of your pages.', 'Eine Datei namens sitemap gibt Suchmaschinen eine Liste Ihrer Seiten.'],
    ['نقرؤها من القاعدة، فيدخلها كل مقال جديد وحده.', 'We read it from the database, so each new article enters it by itself.', 'Wir lesen sie aus der Datenbank, so kommt jeder neue Artikel von selbst hinein.'],
    ['ومع كل عنوان تاريخ آخر تعديل حقيقي، لا تاريخ اليوم.', 'With each address goes the day of its last real change, not today’s date.', 'Zu jeder Adresse gehört der Tag der letzten echten Änderung, nicht das heutige Datum.'],
  ] },
  { title: 'مهمتك الآن', task: 'اكتب عنوانًا ووصفًا لكل صفحة عندك، ثم أرسل رابطًا في محادثة وانظر كيف يظهر.', say: [
    ['اكتب عنوانًا ووصفًا لكل صفحة، ولا تكرر واحدًا منهما.', 'Write a title and a description for every page, none of them twice.', 'Schreiben Sie für jede Seite Titel und Beschreibung, nichts davon doppelt.'],
    ['ثم أرسل الرابط إلى نفسك في محادثة: ما يظهر هناك هو ما يراه الناس.', 'Then send yourself the link in a chat: what appears there is what people see.', 'Schicken Sie sich dann den Link in einem Chat: Was dort erscheint, sehen auch andere.'],
  ] },
];
