import type { Slide } from '../sample-video';

export const firstPage: readonly Slide[] = [
  {
    title: 'أول صفحة وأول رابط',
    lead: 'المجلد نفسه هو العنوان',
    captions: [
      [
        'في Next.js لا نكتب قائمة عناوين: المجلد نفسه هو العنوان.',
        'In Next.js you keep no list of addresses: the folder is the address.',
        'In Next.js führen wir keine Liste von Adressen: Der Ordner selbst ist die Adresse.',
      ],
    ],
  },
  {
    title: 'من المجلد إلى العنوان',
    pairs: [
      ['`app/page.tsx`', '`/`'],
      ['`app/about/page.tsx`', '`/about`'],
      ['`app/blog/page.tsx`', '`/blog`'],
      ['`app/blog/[slug]/page.tsx`', '`/blog/hello`'],
    ],
    captions: [
      [
        'لننظر إلى المجلد app وما يقابله في المتصفح.',
        'Let’s look at the app folder and what it becomes in the browser.',
        'Sehen wir uns den Ordner app an und das, was im Browser daraus wird.',
      ],
      [
        'الملف page في المجلد الأول هو الصفحة الرئيسية.',
        'The file named page in the top folder is the home page.',
        'Die Datei page im obersten Ordner ist die Startseite.',
      ],
      [
        'أنشئ مجلدًا باسم about، فيصير اسمه عنوانًا.',
        'Make a folder named about, and its name becomes an address.',
        'Legen Sie einen Ordner about an, und sein Name wird zur Adresse.',
      ],
      [
        'وكذلك المدونة: مجلد واحد وملف واحد.',
        'The same goes for the blog: one folder and one file.',
        'Beim Blog genauso: ein Ordner und eine Datei.',
      ],
      [
        'أما القوسان المربعان فيعنيان جزءًا يتغير: عنوانًا لكل مقال.',
        'Square brackets mark a part that changes: an address for every article.',
        'Eckige Klammern stehen für einen Teil, der wechselt: eine Adresse für jeden Artikel.',
      ],
    ],
  },
  {
    title: 'ملف يصير صفحة',
    file: 'app/about/page.tsx',
    code: 'export default function About() {\n  return (\n    <main>\n      <h1>من نحن</h1>\n      <p>فريق صغير من القاهرة.</p>\n    </main>\n  )\n}',
    highlightedLines: [[1], [3, 4, 5, 6], []],
    captions: [
      [
        'الصفحة دالة عادية، وعبارة export default تجعلها صفحة هذا المجلد.',
        'A page is an ordinary function; export default makes it the page of this folder.',
        'Eine Seite ist eine gewöhnliche Funktion; export default macht sie zur Seite dieses Ordners.',
      ],
      [
        'وما تعيده يشبه HTML: هذا هو JSX، ونكتب فيه العربية كما هي.',
        'What it returns looks like HTML: this is JSX, and Arabic text goes straight into it.',
        'Was sie zurückgibt, sieht aus wie HTML: Das ist JSX, und arabischer Text steht darin, wie er ist.',
      ],
      [
        'احفظ الملف وافتح العنوان about: صفحتك الأولى تعمل.',
        'Save the file and open the about address: your first page works.',
        'Speichern Sie die Datei und öffnen Sie die Adresse about: Ihre erste Seite funktioniert.',
      ],
    ],
  },
  {
    title: 'وسم `a` أم `Link`؟',
    compare: [
      { name: 'وسم `a`', text: 'تُطلب الصفحة كلها من جديد، ويضيع موضع القراءة وما كُتب.' },
      { name: 'مكوّن `Link`', text: 'يُطلب الجزء الجديد وحده، وغالبًا قبل الضغط.' },
    ],
    captions: [
      [
        'الوسم المعتاد يعمل، لكن المتصفح يحمّل معه الصفحة كلها من جديد.',
        'The usual tag works, but then the browser reloads the whole page.',
        'Das übliche Element funktioniert, aber der Browser lädt damit die ganze Seite neu.',
      ],
      [
        'أما Link فيطلب الجزء الجديد وحده، ويبدأ حين يظهر الرابط على الشاشة.',
        'Link fetches only the new part, and starts as soon as the link comes into view.',
        'Link holt nur den neuen Teil und beginnt schon, wenn der Link ins Bild kommt.',
      ],
    ],
  },
  {
    title: 'الرابط بين صفحتين',
    file: 'app/page.tsx',
    code: 'import Link from \'next/link\'\n\nexport default function Home() {\n  return (\n    <Link href="/about">تعرّف علينا</Link>\n  )\n}',
    highlightedLines: [[1], [5], [5]],
    captions: [
      [
        'نستورد Link من مكتبة next.',
        'We import Link from the next library.',
        'Wir importieren Link aus der Bibliothek next.',
      ],
      [
        'ونكتب في href العنوان كما يظهر في المتصفح، لا مسار الملف.',
        'In href we write the address as the browser shows it, not the path of the file.',
        'In href steht die Adresse, wie der Browser sie zeigt, nicht der Pfad der Datei.',
      ],
      [
        'واجعل نص الرابط يقول إلى أين يقود: تعرّف علينا أوضح من اضغط هنا.',
        'Let the text say where the link leads: about us is clearer than click here.',
        'Der Text sagt, wohin der Link führt: „Über uns“ ist klarer als „hier klicken“.',
      ],
    ],
  },
  {
    title: 'ثلاثة أخطاء شائعة',
    points: ['ملف باسم آخر غير `page.tsx`', 'نسيان `export default`', 'كتابة `app` داخل العنوان'],
    captions: [
      [
        'إن ظهرت صفحة 404، فتأكد أولًا أن اسم الملف page تمامًا.',
        'If you see a 404 page, first make sure that the file is named exactly page.',
        'Erscheint eine 404-Seite, prüfen Sie zuerst, ob die Datei genau page heißt.',
      ],
      [
        'وإن قال الخطأ إن المكوّن ليس دالة، فغالبًا نسيت export default.',
        'If the error says the component is not a function, export default is probably missing.',
        'Heißt es im Fehler, die Komponente sei keine Funktion, fehlt meist export default.',
      ],
      [
        'وتذكّر أن المجلد app لا يظهر في العنوان أبدًا.',
        'And remember that the folder app is never part of an address.',
        'Und denken Sie daran: Der Ordner app gehört nie zur Adresse.',
      ],
    ],
  },
  {
    title: 'مهمتك الآن',
    task: 'أضف صفحة «اتصل بنا» على العنوان `/contact`، واربطها من الرئيسية ومن صفحة «من نحن».',
    captions: [
      [
        'أضف صفحة اتصل بنا، واربطها من الصفحتين، وجرّب الانتقال بينها.',
        'Add a contact page, link to it from both pages, and try moving between them.',
        'Fügen Sie eine Kontaktseite hinzu, verlinken Sie sie von beiden Seiten und probieren Sie den Wechsel aus.',
      ],
      [
        'في الدرس التالي نكتب رأس الموقع مرة واحدة لكل الصفحات.',
        'In the next lesson we write the site’s header once, for all pages.',
        'In der nächsten Lektion schreiben wir die Kopfzeile der Website einmal für alle Seiten.',
      ],
    ],
  },
];
