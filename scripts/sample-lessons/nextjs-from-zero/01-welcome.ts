import type { Slide } from '../sample-video';

export const welcome: readonly Slide[] = [
  {
    title: 'أهلًا بك: ماذا سنبني؟',
    lead: 'موقع شركة كامل بـ Next.js، خطوة بعد خطوة',
    captions: [
      [
        'أهلًا بك. في هذه الدورة نبني موقعًا كاملًا بـ Next.js، خطوة بعد خطوة.',
        'Welcome. In this course we build a whole website with Next.js, one step at a time.',
        'Willkommen. In diesem Kurs bauen wir Schritt für Schritt eine vollständige Website mit Next.js.',
      ],
      [
        'الدروس مكتوبة على الشاشة: شرائح وكود، والشرح في الترجمة التي تقرؤها الآن.',
        'Everything is on the screen: slides and code, explained in the captions you are reading now.',
        'Alles steht auf dem Bildschirm: Folien und Code, erklärt in den Untertiteln, die Sie gerade lesen.',
      ],
    ],
  },
  {
    title: 'ماذا سنبني؟',
    points: [
      'موقع شركة بثلاث صفحات',
      'مدونة تُقرأ من قاعدة بيانات',
      'نموذج اتصال لا يضيع منه شيء',
      'نشر على خادم حقيقي',
    ],
    captions: [
      [
        'مشروعنا واحد من أول الدورة إلى آخرها.',
        'We work on one project from the first lesson to the last.',
        'Von der ersten bis zur letzten Lektion arbeiten wir an einem einzigen Projekt.',
      ],
      [
        'نبدأ بموقع شركة من ثلاث صفحات، بالعربية والإنجليزية معًا.',
        'We begin with a three-page company site, in both Arabic and English.',
        'Am Anfang steht eine Firmenseite mit drei Unterseiten, auf Arabisch und Englisch zugleich.',
      ],
      [
        'ثم نضيف مدونة تقرأ مقالاتها من قاعدة بيانات.',
        'Then we add a blog that reads its articles from a database.',
        'Dann kommt ein Blog dazu, dessen Artikel aus einer Datenbank stammen.',
      ],
      [
        'ثم نموذج اتصال تصل رسالته حتى لو كانت الشبكة ضعيفة.',
        'Then a contact form whose messages arrive even on a weak connection.',
        'Danach ein Kontaktformular, dessen Nachricht auch bei schwachem Netz ankommt.',
      ],
      [
        'وفي النهاية ننشر الموقع ونراقبه وهو يعمل أمام الناس.',
        'And at the end we publish the site and watch it at work with real visitors.',
        'Und am Ende veröffentlichen wir die Website und beobachten sie im echten Betrieb.',
      ],
    ],
  },
  {
    title: 'ماذا يفعل Next.js؟',
    flow: [
      { name: 'الطلب', text: 'الزائر يفتح عنوانًا' },
      { name: 'الخادم', text: 'يشغّل `React` ويقرأ البيانات' },
      { name: 'الصفحة', text: 'تصل كاملة، ثم تتفاعل' },
    ],
    captions: [
      [
        'لنفهم الفكرة قبل أن نكتب سطرًا واحدًا.',
        'Let’s understand the idea before we write a single line.',
        'Machen wir uns die Idee klar, bevor wir eine einzige Zeile schreiben.',
      ],
      [
        'يفتح الزائر عنوانًا، فيصل طلبه إلى الخادم.',
        'A visitor opens an address, and the request reaches the server.',
        'Jemand ruft eine Adresse auf, und die Anfrage erreicht den Server.',
      ],
      [
        'هناك يشغّل Next.js مكوّنات React، ويقرأ ما تحتاجه من بيانات.',
        'There Next.js runs the React components and reads the data they need.',
        'Dort führt Next.js die React-Komponenten aus und liest die Daten, die sie brauchen.',
      ],
      [
        'فتصل الصفحة نصًّا كاملًا يُقرأ فورًا، ثم تصبح تفاعلية في المتصفح.',
        'So the page arrives as complete text, readable at once, and then becomes interactive in the browser.',
        'Die Seite kommt als vollständiger Text an, ist sofort lesbar und wird danach im Browser interaktiv.',
      ],
    ],
  },
  {
    title: 'نجهّز المشروع',
    file: 'Terminal',
    code: '$ node --version\nv22.14.0\n\n$ npx create-next-app@latest my-site\n$ cd my-site\n$ npm run dev',
    highlightedLines: [[1, 2], [4], [5, 6]],
    captions: [
      [
        'ثبّت Node.js أولًا، ثم تأكد من رقمه بهذا الأمر.',
        'Install Node.js first, then check its version with this command.',
        'Installieren Sie zuerst Node.js und prüfen Sie die Version mit diesem Befehl.',
      ],
      [
        'أمر واحد ينشئ المشروع، ويسألك أسئلة قليلة: اقبل الإجابات المقترحة.',
        'One command creates the project and asks a few questions: accept the suggested answers.',
        'Ein Befehl legt das Projekt an und stellt ein paar Fragen: Übernehmen Sie die Vorschläge.',
      ],
      [
        'ثم ندخل المجلد ونشغّل الموقع، ونفتح المتصفح على المنفذ 3000.',
        'Then we enter the folder, start the site, and open the browser at port 3000.',
        'Dann wechseln wir in den Ordner, starten die Website und öffnen im Browser den Port 3000.',
      ],
    ],
  },
  {
    title: 'كيف تتعلم من هذه الدورة؟',
    points: ['أوقف الفيديو واكتب الكود بيدك', 'نفّذ المهمة في آخر كل درس', 'اسأل تحت الدرس إن توقفت'],
    captions: [
      [
        'لا تكتفِ بالمشاهدة: أوقف الفيديو واكتب ما تراه بيدك.',
        'Do not just watch: pause the video and type what you see yourself.',
        'Sehen Sie nicht nur zu: Halten Sie das Video an und tippen Sie selbst, was Sie sehen.',
      ],
      [
        'في آخر كل درس مهمة صغيرة، نفّذها قبل أن تنتقل إلى ما بعده.',
        'Each lesson ends with a small task; do it before you go on to the next.',
        'Jede Lektion endet mit einer kleinen Aufgabe. Erledigen Sie sie, bevor Sie weitergehen.',
      ],
      [
        'وإن توقفت عند شيء، فاكتب سؤالك تحت الدرس نفسه.',
        'And if you get stuck, write your question under the lesson itself.',
        'Und wenn Sie nicht weiterkommen, stellen Sie Ihre Frage direkt unter der Lektion.',
      ],
    ],
  },
  {
    title: 'مهمتك الآن',
    task: 'أنشئ المشروع وشغّله، ثم غيّر العنوان في الملف `app/page.tsx` إلى اسم شركتك.',
    captions: [
      [
        'أنشئ المشروع، وافتح ملف الصفحة الرئيسية، وغيّر العنوان إلى اسم شركتك.',
        'Create the project, open the home page file, and change the heading to your company’s name.',
        'Legen Sie das Projekt an, öffnen Sie die Datei der Startseite und setzen Sie den Namen Ihrer Firma ein.',
      ],
      [
        'احفظ الملف وانظر إلى المتصفح: تغيّر وحده. نلتقي في الدرس التالي.',
        'Save the file and look at the browser: it has updated itself. See you in the next lesson.',
        'Speichern Sie und sehen Sie in den Browser: Die Seite ist schon aktualisiert. Bis zur nächsten Lektion.',
      ],
    ],
  },
];
