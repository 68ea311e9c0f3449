import { videoOf, type Video } from './sample-video';

const video = videoOf('nextjs-from-zero');

export const nextjsVideos: readonly Video[] = [
  video('01-welcome.mp4', [
    { title: 'أهلًا بك في Next.js من الصفر', say: [['أهلًا بك. في هذه الدورة نبني موقعًا كاملًا بـ Next.js، خطوة بعد خطوة.', 'Welcome. In this course we build a whole website with Next.js, one step at a time.', 'Willkommen. In diesem Kurs bauen wir Schritt für Schritt eine vollständige Website mit Next.js.']] },
    { title: 'ماذا سنبني؟', points: ['موقع شركة بثلاث صفحات', 'مدونة تُقرأ من قاعدة بيانات', 'نشر على خادم حقيقي'], say: [
      ['مشروعنا واحد من أول الدورة إلى آخرها.', 'We work on one project from the first lesson to the last.', 'Von der ersten bis zur letzten Lektion arbeiten wir an einem einzigen Projekt.'],
      ['نبدأ بموقع شركة من ثلاث صفحات.', 'We begin with a company site of three pages.', 'Am Anfang steht eine Firmenseite mit drei Unterseiten.'],
      ['ثم نضيف مدونة تقرأ مقالاتها من قاعدة بيانات.', 'Then we add a blog that reads its articles from a database.', 'Dann kommt ein Blog dazu, dessen Artikel aus einer Datenbank stammen.'],
      ['وفي النهاية ننشر الموقع ليراه الناس.', 'And at the end we publish it for people to see.', 'Und zum Schluss geht alles für alle sichtbar online.'],
    ] },
    { title: 'ماذا تحتاج؟', points: ['أساسيات HTML و JavaScript', 'محرر نصوص و Node.js'], say: [
      ['لا تحتاج خبرة سابقة بإطار عمل.', 'You need no experience with any framework.', 'Erfahrung mit einem Framework brauchen Sie nicht.'],
      ['تكفي أساسيات HTML وجافاسكريبت.', 'The basics of HTML and JavaScript are enough.', 'Grundkenntnisse in HTML und JavaScript genügen.'],
      ['ثبّت Node.js ومحررًا تحبه، ونلتقي في الدرس التالي.', 'Install Node.js and an editor you like, and see you in the next lesson.', 'Installieren Sie Node.js und einen Editor Ihrer Wahl. Bis zur nächsten Lektion!'],
    ] },
  ]),
  video('02-first-page.mp4', [
    { title: 'أول صفحة وأول رابط', say: [['في Next.js لا نكتب قائمة عناوين: المجلد نفسه هو العنوان.', 'In Next.js we write no list of addresses: the folder is the address.', 'In Next.js führen wir keine Liste von Adressen: Der Ordner selbst ist die Adresse.']] },
    { title: 'ملف يصير صفحة', code: '// app/about/page.tsx\nexport default function About() {\n  return <h1>من نحن</h1>\n}', say: [
      ['ننشئ مجلدًا باسم about داخل app.', 'We make a folder named about inside app.', 'Wir legen in app einen Ordner namens about an.'],
      ['ونضع فيه ملف page.tsx يعيد عنصرًا واحدًا.', 'In it we put a file page.tsx that returns one element.', 'Darin steht eine Datei page.tsx, die ein einziges Element zurückgibt.'],
      ['افتح المتصفح على العنوان about: صفحتك الأولى تعمل.', 'Open the browser at the address about: your first page works.', 'Rufen Sie im Browser die Adresse about auf: Ihre erste Seite funktioniert.'],
    ] },
    { title: 'الرابط بين صفحتين', code: "import Link from 'next/link'\n\n<Link href=\"/about\">من نحن</Link>", say: [
      ['للانتقال بين الصفحات نستخدم Link بدل الوسم a.', 'To move between pages we use Link in place of the a tag.', 'Um zwischen Seiten zu wechseln, nehmen wir Link anstelle des a-Tags.'],
      ['فينتقل الزائر دون أن تُعاد الصفحة كلها.', 'The visitor then moves without the whole page loading again.', 'So wechselt man die Seite, ohne dass alles neu geladen wird.'],
      ['جرّب: أضف صفحة اتصل بنا، واربطها من الرئيسية.', 'Try it: add a contact page and link it from home.', 'Probieren Sie es aus: Legen Sie eine Kontaktseite an und verlinken Sie sie auf der Startseite.'],
    ] },
  ]),
  video('03-layouts.mp4', [
    { title: 'القوالب واللغات', say: [['رأس الموقع وتذييله يتكرران في كل صفحة، فنكتبهما مرة واحدة.', 'The head and foot of a site repeat on every page, so we write them once.', 'Kopf und Fuß einer Website kehren auf jeder Seite wieder, also schreiben wir sie nur einmal.']] },
    { title: 'إطار واحد', code: '// app/[lang]/layout.tsx\n<html lang={lang} dir={dirOf(lang)}>\n  <body><Header />{children}</body>\n</html>', say: [
      ['ملف layout يحيط بكل الصفحات التي تحته.', 'The layout file surrounds every page below it.', 'Die Datei layout umschließt alle Seiten, die unter ihr liegen.'],
      ['وما يتغير بين صفحة وأخرى يأتي في children.', 'What differs from page to page arrives in children.', 'Was sich von Seite zu Seite ändert, kommt über children herein.'],
    ] },
    { title: 'الاتجاه يتبع اللغة', points: ['العنوان يبدأ باللغة: ar أو en', 'العربية من اليمين: rtl', 'inline-start بدل left'], say: [
      ['نجعل أول جزء من العنوان هو اللغة.', 'We let the first part of the address be the language.', 'Der erste Teil der Adresse ist bei uns die Sprache.'],
      ['ومنه نحدد لغة الصفحة واتجاهها.', 'From it we set the language of the page and its direction.', 'Aus ihm ergeben sich Sprache und Schreibrichtung der Seite.'],
      ['العربية تُكتب من اليمين إلى اليسار.', 'Arabic is written from right to left.', 'Arabisch wird von rechts nach links geschrieben.'],
      ['وفي التنسيق نقول البداية والنهاية، لا اليسار واليمين.', 'In styles we say start and end, never left and right.', 'In den Styles heißt es Anfang und Ende, niemals links und rechts.'],
    ] },
  ]),
  video('04-data.mp4', [
    { title: 'بيانات من الخادم', say: [['الصفحة في Next.js تستطيع أن تقرأ قاعدة البيانات بنفسها قبل أن تصل إلى الزائر.', 'A page in Next.js can read the database itself before it reaches the visitor.', 'In Next.js kann eine Seite selbst die Datenbank lesen, bevor sie ausgeliefert wird.']] },
    { title: 'دالة تنتظر', code: 'export default async function Articles() {\n  const articles = await listArticles()\n  return articles.map(a => <h2>{a.title}</h2>)\n}', say: [
      ['نجعل مكوّن الصفحة دالة async.', 'We make the page component an async function.', 'Wir machen die Seitenkomponente zu einer async-Funktion.'],
      ['وننتظر المقالات بكلمة await واحدة.', 'And wait for the articles with a single await.', 'Und warten mit einem einzigen await auf die Artikel.'],
      ['يصل النص كاملًا في أول استجابة، بلا دائرة تحميل.', 'The text arrives whole in the first answer, without a spinner.', 'Der Text kommt vollständig mit der ersten Antwort an, ganz ohne Ladekreisel.'],
    ] },
    { title: 'ثلاث قواعد', points: ['القراءة في دالة لها اسم', 'نطلب الأعمدة التي نعرضها فقط', 'الأسرار تبقى على الخادم'], say: [
      ['لنحفظ ثلاث قواعد.', 'Let us keep three rules.', 'Merken wir uns drei Regeln.'],
      ['اجعل كل قراءة في دالة لها اسم واضح.', 'Put every reading into a function with a clear name.', 'Jeder Lesezugriff gehört in eine Funktion mit klarem Namen.'],
      ['واطلب من القاعدة ما ستعرضه فقط.', 'Ask the database only for what you will show.', 'Fragen Sie nur ab, was Sie auch anzeigen.'],
      ['ولا ترسل سرًّا إلى المتصفح أبدًا.', 'And never send a secret to the browser.', 'Und schicken Sie niemals ein Geheimnis an den Browser.'],
    ] },
  ]),
  video('05-forms.mp4', [
    { title: 'نماذج يُعتمد عليها', say: [['النموذج الجيد يعمل حتى لو تعطلت جافاسكريبت، ولا يثق بما يصله.', 'A good form works even when JavaScript fails, and trusts nothing it receives.', 'Ein gutes Formular funktioniert auch ohne JavaScript und vertraut keiner Eingabe.']] },
    { title: 'قواعد تُكتب مرة', code: "const contact = z.object({\n  name:  z.string().min(1),\n  email: z.email(),\n})", say: [
      ['نكتب قواعد الحقول مرة واحدة بمكتبة zod.', 'We write the rules of the fields once, with the library zod.', 'Die Regeln der Felder schreiben wir nur einmal, mit der Bibliothek zod.'],
      ['المتصفح يستخدمها ليساعد، والخادم يستخدمها ليحمي.', 'The browser uses them to help, the server uses them to protect.', 'Dem Browser dienen sie als Hilfe, dem Server als Schutz.'],
    ] },
    { title: 'عند الخطأ', points: ['الرسالة تحت الحقل نفسه', 'ما كُتب لا يضيع', 'التركيز على أول خطأ'], say: [
      ['وعندما يخطئ الزائر؟', 'And when a visitor makes a mistake?', 'Und wenn sich jemand vertippt?'],
      ['نضع الرسالة تحت الحقل الذي أخطأ فيه.', 'We put the message under the field in question.', 'Dann steht die Meldung direkt unter dem betreffenden Feld.'],
      ['ولا نمحو ما كتبه أبدًا.', 'We never throw away what was typed.', 'Was schon eingegeben wurde, geht nie verloren.'],
      ['ثم ننقل المؤشر إلى أول حقل يحتاج تصحيحًا.', 'Then we move the cursor to the first field that needs mending.', 'Und der Cursor springt zum ersten Feld, das korrigiert werden muss.'],
    ] },
  ]),
  video('06-deploy.mp4', [
    { title: 'النشر وما بعده', say: [['الموقع جاهز على جهازك. بقي أن يصبح جاهزًا للناس.', 'The site is ready on your machine. It remains to make it ready for people.', 'Auf Ihrem Rechner ist die Website fertig. Jetzt machen wir sie fertig für die Öffentlichkeit.']] },
    { title: 'قبل الإطلاق', points: ['npm run build بلا أخطاء', 'الإعدادات من متغيرات البيئة', 'نسخة احتياطية جُرّبت استعادتها'], say: [
      ['ثلاثة أشياء نراجعها قبل الإطلاق.', 'Three things to check before launch.', 'Drei Dinge prüfen wir vor dem Start.'],
      ['البناء يمر دون خطأ واحد.', 'The build passes without a single error.', 'Der Build läuft ohne einen einzigen Fehler durch.'],
      ['والأسرار والإعدادات تأتي من البيئة، لا من الكود.', 'Secrets and settings come from the environment, not from the code.', 'Geheimnisse und Einstellungen kommen aus der Umgebung, nicht aus dem Code.'],
      ['وعندك نسخة احتياطية جربت استعادتها بنفسك.', 'And you have a backup whose restore you have tried yourself.', 'Und es gibt ein Backup, dessen Wiederherstellung Sie selbst geprobt haben.'],
    ] },
    { title: 'بعد الإطلاق', points: ['السجل: ما الذي أخطأ؟', 'السرعة على هاتف عادي'], say: [
      ['بعد الإطلاق نراقب شيئين.', 'After launch we watch two things.', 'Nach dem Start behalten wir zwei Dinge im Auge.'],
      ['سجل الأخطاء كل صباح.', 'The error log, every morning.', 'Das Fehlerprotokoll, jeden Morgen.'],
      ['وسرعة الصفحة على هاتف عادي وشبكة بطيئة. مبروك الإطلاق.', 'And the speed of a page on an ordinary phone and a slow network. Congratulations on the launch.', 'Und die Geschwindigkeit auf einem gewöhnlichen Telefon bei langsamem Netz. Glückwunsch zum Start!'],
    ] },
  ]),
];
