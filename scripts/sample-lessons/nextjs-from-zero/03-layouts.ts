import type { Slide } from '../sample-video';

export const layouts: readonly Slide[] = [
  {
    title: 'القوالب واللغات',
    lead: 'إطار واحد، واتجاه يتبع اللغة',
    captions: [
      [
        'رأس الموقع وتذييله يتكرران في كل صفحة، فنكتبهما مرة واحدة.',
        'A site’s header and footer repeat on every page, so we write them once.',
        'Kopf- und Fußzeile einer Website stehen auf jeder Seite, also schreiben wir sie nur einmal.',
      ],
    ],
  },
  {
    title: 'إطار داخل إطار',
    nested: [
      '`app/[lang]/layout.tsx`: رأس الموقع وتذييله',
      '`blog/layout.tsx`: قائمة المدونة',
      '`page.tsx`: المقال نفسه',
    ],
    captions: [
      [
        'القالب الأول يحيط بالموقع كله.',
        'The first layout wraps the whole site.',
        'Das erste Layout umgibt die ganze Website.',
      ],
      [
        'وقد يكون للمدونة قالب داخله، فيه قائمة مقالاتها.',
        'Inside it, the blog can have its own layout, with a list of its articles.',
        'Der Blog kann darin ein eigenes Layout haben, mit der Liste seiner Artikel.',
      ],
      [
        'وفي القلب الصفحة. عند الانتقال تتغير هي وحدها، والإطار يبقى.',
        'At the heart is the page. When you move on, only the page changes; the frame stays.',
        'Ganz innen liegt die Seite. Beim Wechsel ändert sich nur sie, der Rahmen bleibt.',
      ],
    ],
  },
  {
    title: 'نكتب القالب',
    file: 'app/[lang]/layout.tsx',
    code: "export default async function Layout({ children, params }) {\n  const { lang } = await params\n  return (\n    <html lang={lang} dir={lang === 'ar' ? 'rtl' : 'ltr'}>\n      <body><Header />{children}<Footer /></body>\n    </html>\n  )\n}",
    highlightedLines: [[1], [2], [4], [5]],
    captions: [
      [
        'القالب دالة أيضًا، ويصلها شيئان: children وparams.',
        'A layout is a function too, and it receives two things: children and params.',
        'Auch ein Layout ist eine Funktion und erhält zweierlei: children und params.',
      ],
      [
        'القيم في params وعد، فننتظرها بكلمة await قبل أن نقرأ اللغة.',
        'The values of params come as a promise, so we await them before reading the language.',
        'Die Werte in params sind ein Promise, also warten wir mit await, bevor wir die Sprache lesen.',
      ],
      [
        'من اللغة نعرف الاتجاه: العربية من اليمين، وغيرها هنا من اليسار.',
        'The language gives the direction: Arabic from the right, the others here from the left.',
        'Aus der Sprache folgt die Richtung: Arabisch von rechts, die anderen hier von links.',
      ],
      [
        'وما يتغير بين صفحة وأخرى يأتي مكان children.',
        'What differs from page to page appears in place of children.',
        'Was sich von Seite zu Seite ändert, erscheint an der Stelle von children.',
      ],
    ],
  },
  {
    title: 'اللغة في العنوان',
    pairs: [
      ['الصفحة بالعربية', '`/ar/about`'],
      ['الصفحة بالإنجليزية', '`/en/about`'],
      ['من دون لغة', 'تحويل إلى `/ar`'],
    ],
    captions: [
      [
        'نجعل أول جزء من العنوان هو اللغة، فيصير لكل ترجمة عنوان تُعرف به.',
        'The first part of the address is the language, so each translation has its own address.',
        'Der erste Teil der Adresse ist die Sprache; so hat jede Übersetzung ihre eigene Adresse.',
      ],
      [
        'فيستطيع الزائر أن يرسل الرابط لغيره، وتجد محركات البحث النسختين.',
        'People can share the link, and search engines find both versions.',
        'So lässt sich der Link weitergeben, und Suchmaschinen finden beide Fassungen.',
      ],
      [
        'ومن يصل بلا لغة نحوّله إلى اللغة الأولى للموقع.',
        'Visitors who arrive without a language are sent to the site’s first language.',
        'Wer ohne Sprache ankommt, wird zur ersten Sprache der Website geleitet.',
      ],
    ],
  },
  {
    title: 'تنسيق يعمل في الاتجاهين',
    compare: [
      {
        name: 'قبل: ينكسر بالعربية',
        code: '.card {\n  margin-left: 16px;\n  text-align: left;\n  padding-right: 8px;\n}',
      },
      {
        name: 'بعد: يتبع اللغة',
        code: '.card {\n  margin-inline-start: 16px;\n  text-align: start;\n  padding-inline-end: 8px;\n}',
      },
    ],
    captions: [
      [
        'اليسار واليمين ثابتان، فينكسر التصميم حين ينقلب الاتجاه.',
        'Left and right are fixed, so the design breaks when the direction flips.',
        'Links und rechts sind fest, deshalb passt das Layout nicht mehr, wenn die Richtung wechselt.',
      ],
      [
        'قل البداية والنهاية، فيكفي ملف واحد للغتين بلا تكرار.',
        'Say start and end, and one file serves both languages without repetition.',
        'Schreiben Sie Anfang und Ende, dann genügt eine Datei für beide Sprachen.',
      ],
    ],
  },
  {
    title: 'ما لا ينقلب',
    points: ['الأرقام والكود وعناوين المواقع', 'شريط تشغيل الفيديو', 'الشعار والصور'],
    captions: [
      [
        'وليس كل شيء ينقلب: الكود والأرقام تُقرأ من اليسار دائمًا.',
        'Not everything flips: code and numbers are always read from the left.',
        'Nicht alles wird gespiegelt: Code und Zahlen liest man immer von links.',
      ],
      [
        'وشريط الفيديو يتقدم من اليسار إلى اليمين في كل اللغات.',
        'And a video’s progress bar runs from left to right in every language.',
        'Auch die Zeitleiste eines Videos läuft in jeder Sprache von links nach rechts.',
      ],
      [
        'والشعار يبقى كما رسمه صاحبه، ينتقل مكانه ولا ينعكس.',
        'A logo stays as it was drawn: it moves to the other side but is not mirrored.',
        'Ein Logo bleibt, wie es gezeichnet wurde: Es wechselt die Seite, wird aber nicht gespiegelt.',
      ],
    ],
  },
  {
    title: 'مهمتك الآن',
    task: 'انقل صفحاتك إلى `app/[lang]`، وبدّل اللغة من العنوان، وراقب اتجاه القائمة.',
    captions: [
      [
        'انقل صفحاتك إلى مجلد اللغة، ثم بدّل ar بـ en في العنوان.',
        'Move your pages into the language folder, then replace ar with en in the address.',
        'Verschieben Sie Ihre Seiten in den Sprachordner und ersetzen Sie in der Adresse ar durch en.',
      ],
      [
        'قالب الدرس مرفق تحت الفيديو، وبعده أسئلة قصيرة تراجع بها الفصل.',
        'This lesson’s layout is attached below; a short quiz on the chapter comes next.',
        'Das Layout liegt der Lektion bei, danach folgt ein kurzes Quiz zum Kapitel.',
      ],
    ],
  },
];
