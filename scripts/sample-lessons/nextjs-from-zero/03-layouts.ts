import type { Slide } from '../sample-video';

export const layouts: readonly Slide[] = [
  { title: 'القوالب واللغات', lead: 'إطار واحد، واتجاه يتبع اللغة', say: [
    ['رأس الموقع وتذييله يتكرران في كل صفحة، فنكتبهما مرة واحدة.', 'The head and foot of a site repeat on every page, so we write them once.', 'Kopf und Fuß einer Website kehren auf jeder Seite wieder, also schreiben wir sie nur einmal.'],
  ] },
  { title: 'إطار داخل إطار', nested: ['`app/[lang]/layout.tsx`: رأس الموقع وتذييله', '`blog/layout.tsx`: قائمة المدونة', '`page.tsx`: المقال نفسه'], say: [
    ['القالب الأول يحيط بالموقع كله.', 'The first layout surrounds the whole site.', 'Das erste Layout umgibt die ganze Website.'],
    ['وقد يكون للمدونة قالب داخله، فيه قائمة مقالاتها.', 'The blog may have a layout inside it, with a list of its articles.', 'Der Blog kann darin ein eigenes Layout haben, mit der Liste seiner Artikel.'],
    ['وفي القلب الصفحة. عند الانتقال تتغير هي وحدها، والإطار يبقى.', 'At the heart is the page. When you move on it alone changes, and the frame stays.', 'Im Kern liegt die Seite. Beim Wechsel ändert nur sie sich, der Rahmen bleibt.'],
  ] },
  { title: 'نكتب القالب', file: 'app/[lang]/layout.tsx', code: 'export default async function Layout({ children, params }) {\n  const { lang } = await params\n  return (\n    <html lang={lang} dir={lang === \'ar\' ? \'rtl\' : \'ltr\'}>\n      <body><Header />{children}<Footer /></body>\n    </html>\n  )\n}', lit: [[1], [2], [4], [5]], say: [
    ['القالب دالة أيضًا، ويصلها شيئان: children وparams.', 'A layout is a function too, and receives two things: children and params.', 'Auch ein Layout ist eine Funktion und erhält zweierlei: children und params.'],
    ['القيم في params وعد، فننتظرها بكلمة await قبل أن نقرأ اللغة.', 'The values of params are a promise, so we await them before we read the language.', 'Die Werte in params sind ein Promise, also warten wir mit await, bevor wir die Sprache lesen.'],
    ['من اللغة نعرف الاتجاه: العربية من اليمين، وغيرها هنا من اليسار.', 'The language gives the direction: Arabic from the right, the others here from the left.', 'Aus der Sprache folgt die Richtung: Arabisch von rechts, die anderen hier von links.'],
    ['وما يتغير بين صفحة وأخرى يأتي مكان children.', 'What differs from page to page arrives where children stands.', 'Was sich von Seite zu Seite ändert, erscheint an der Stelle von children.'],
  ] },
  { title: 'اللغة في العنوان', pairs: [['الصفحة بالعربية', '`/ar/about`'], ['الصفحة بالإنجليزية', '`/en/about`'], ['من دون لغة', 'تحويل إلى `/ar`']], say: [
    ['نجعل أول جزء من العنوان هو اللغة، فيصير لكل ترجمة عنوان تُعرف به.', 'We let the first part of the address be the language, so each translation has an address of its own.', 'Der erste Teil der Adresse ist die Sprache; so hat jede Übersetzung ihre eigene Adresse.'],
    ['فيستطيع الزائر أن يرسل الرابط لغيره، وتجد محركات البحث النسختين.', 'People can send the link to others, and search engines find both versions.', 'So lässt sich der Link weitergeben, und Suchmaschinen finden beide Fassungen.'],
    ['ومن يصل بلا لغة نحوّله إلى اللغة الأولى للموقع.', 'Whoever arrives without a language is led to the first language of the site.', 'Wer ohne Sprache ankommt, wird zur ersten Sprache der Website geleitet.'],
  ] },
  { title: 'تنسيق يعمل في الاتجاهين', compare: [{ name: 'قبل: ينكسر بالعربية', code: '.card {\n  margin-left: 16px;\n  text-align: left;\n  padding-right: 8px;\n}' }, { name: 'بعد: يتبع اللغة', code: '.card {\n  margin-inline-start: 16px;\n  text-align: start;\n  padding-inline-end: 8px;\n}' }], say: [
    ['اليسار واليمين ثابتان، فينكسر التصميم حين ينقلب الاتجاه.', 'Left and right are fixed, so the design breaks when the direction turns.', 'Links und rechts sind fest, deshalb bricht das Layout, wenn sich die Richtung dreht.'],
    ['قل البداية والنهاية، فيكفي ملف واحد للغتين بلا تكرار.', 'Say start and end, and one file serves both languages without repetition.', 'Schreiben Sie Anfang und Ende, dann genügt eine Datei für beide Sprachen.'],
  ] },
  { title: 'ما لا ينقلب', points: ['الأرقام والكود وعناوين المواقع', 'شريط تشغيل الفيديو', 'الشعار والصور'], say: [
    ['وليس كل شيء ينقلب: الكود والأرقام تُقرأ من اليسار دائمًا.', 'Not everything turns round: code and numbers are always read from the left.', 'Nicht alles dreht sich um: Code und Zahlen liest man immer von links.'],
    ['وشريط الفيديو يتقدم من اليسار إلى اليمين في كل اللغات.', 'And the bar of a video runs from left to right in every language.', 'Auch die Zeitleiste eines Videos läuft in jeder Sprache von links nach rechts.'],
    ['والشعار يبقى كما رسمه صاحبه، ينتقل مكانه ولا ينعكس.', 'A logo stays as it was drawn: it moves to the other side and is not mirrored.', 'Ein Logo bleibt, wie es gezeichnet wurde: Es wechselt die Seite, wird aber nicht gespiegelt.'],
  ] },
  { title: 'مهمتك الآن', task: 'انقل صفحاتك إلى `app/[lang]`، وبدّل اللغة من العنوان، وراقب اتجاه القائمة.', say: [
    ['انقل صفحاتك إلى مجلد اللغة، ثم بدّل ar بـ en في العنوان.', 'Move your pages into the folder of the language, then replace ar by en in the address.', 'Verschieben Sie Ihre Seiten in den Sprachordner und ersetzen Sie in der Adresse ar durch en.'],
    ['قالب الدرس مرفق تحت الفيديو، وبعده أسئلة قصيرة تراجع بها الفصل.', 'The layout of this lesson is attached below, followed by a short quiz on the chapter.', 'Das Layout liegt der Lektion bei, danach folgt ein kurzes Quiz zum Kapitel.'],
  ] },
];
