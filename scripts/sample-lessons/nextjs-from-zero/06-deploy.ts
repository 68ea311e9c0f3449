import type { Slide } from '../sample-video';

export const deploy: readonly Slide[] = [
  {
    title: 'النشر وما بعده',
    lead: 'من جهازك إلى الناس',
    captions: [
      [
        'الموقع جاهز على جهازك. بقي أن يصبح جاهزًا للناس.',
        'The site is ready on your machine. Now let’s make it ready for the world.',
        'Auf Ihrem Rechner ist die Website fertig. Jetzt machen wir sie bereit für die Öffentlichkeit.',
      ],
    ],
  },
  {
    title: 'الطريق إلى الخادم',
    flow: [
      { name: 'جهازك', text: 'كود وتجارب' },
      { name: 'البناء', text: '`next build` مرة لكل إصدار' },
      { name: 'الخادم', text: '`next start` خلف `HTTPS`' },
    ],
    captions: [
      [
        'النشر ثلاث خطوات، تتكرر كما هي مع كل إصدار.',
        'Publishing takes three steps, the same for every release.',
        'Zum Veröffentlichen gehören drei Schritte, bei jeder Version dieselben.',
      ],
      [
        'تكتب وتجرّب على جهازك، وتحفظ عملك في git.',
        'You write and try things on your machine, and keep your work in git.',
        'Sie schreiben und probieren auf Ihrem Rechner und sichern die Arbeit in git.',
      ],
      [
        'ثم يُبنى الموقع مرة واحدة، وما بُني هو ما يُنشر بلا تعديل.',
        'Then the site is built once, and exactly that build goes live, unchanged.',
        'Dann wird die Website einmal gebaut, und genau dieses Ergebnis geht unverändert online.',
      ],
      [
        'وعلى الخادم يعمل البرنامج خلف وسيط يتولى HTTPS.',
        'On the server the program runs behind a proxy that takes care of HTTPS.',
        'Auf dem Server läuft das Programm hinter einem Proxy, der HTTPS übernimmt.',
      ],
    ],
  },
  {
    title: 'نبني ونشغّل',
    file: 'Terminal',
    code: '$ npm ci\n$ npm run build\n$ NODE_ENV=production PORT=3000 npm start\n\n$ curl -I https://example.com/ar\nHTTP/2 200',
    highlightedLines: [[1], [2], [3], [5, 6]],
    captions: [
      [
        'الأمر npm ci يثبّت الإصدارات المكتوبة في ملف القفل بالضبط.',
        'The command npm ci installs exactly the versions in the lock file.',
        'Der Befehl npm ci installiert genau die Versionen aus der Lockdatei.',
      ],
      [
        'ثم نبني. أي خطأ في الأنواع يوقف البناء هنا، لا أمام الزائر.',
        'Then we build. A type error stops the build here, not in front of a visitor.',
        'Dann bauen wir. Ein Typfehler stoppt den Build hier und nicht erst vor den Besuchern.',
      ],
      [
        'ونشغّل الموقع بإعدادات الإنتاج على منفذ داخلي.',
        'We start the site with production settings on an internal port.',
        'Wir starten die Website mit Produktionseinstellungen auf einem internen Port.',
      ],
      [
        'ونسأله من الخارج كما يسأله أي زائر: الرقم 200 يعني أنه يجيب.',
        'And request it from outside, as any visitor would: a 200 means that it is up.',
        'Und wir rufen sie von außen auf wie jeder Besucher: 200 heißt, sie läuft.',
      ],
    ],
  },
  {
    title: 'الإعدادات خارج الكود',
    compare: [
      { name: 'قبل: سر في الكود', code: 'const db = connect(\n  "postgres://app:1234@db/site"\n)' },
      {
        name: 'بعد: من البيئة',
        code: 'const url = process.env.DATABASE_URL\nif (!url) throw new Error("DATABASE_URL")\nconst db = connect(url)',
      },
    ],
    captions: [
      [
        'كلمة السر في الكود يراها كل من يرى المستودع، وتبقى في تاريخه.',
        'A password in the code can be read by everyone with the repository, and stays in its history.',
        'Ein Passwort im Code sieht jeder, der das Repository sieht, und es bleibt in der Historie.',
      ],
      [
        'خذها من متغيرات البيئة، وارفض التشغيل إن نقصت، برسالة تسمّيها.',
        'Read it from the environment, and refuse to start without it, with a message that names it.',
        'Lesen Sie es aus der Umgebung. Fehlt es, startet das Programm nicht und meldet, was fehlt.',
      ],
    ],
  },
  {
    title: 'قبل الإطلاق',
    points: ['`npm run build` بلا أخطاء', 'صفحات 404 و500 بتصميم موقعك', 'نسخة احتياطية جُرّبت استعادتها'],
    captions: [
      [
        'ثلاثة أشياء نراجعها قبل الإطلاق. أولها: البناء يمر دون خطأ واحد.',
        'Three things to check before launch. First: the build passes without errors.',
        'Drei Dinge prüfen wir vor dem Start. Erstens: Der Build läuft ohne Fehler durch.',
      ],
      [
        'وثانيها: صفحة الخطأ تشبه موقعك، وفيها طريق للعودة.',
        'Second: the error page looks like your site and shows a way back.',
        'Zweitens: Die Fehlerseite sieht aus wie Ihre Website und zeigt einen Weg zurück.',
      ],
      [
        'وثالثها: نسخة احتياطية استعدتها بنفسك مرة. ما لم تجرّبه ليس نسخة.',
        'Third: a backup that you have restored yourself. An untested backup is no backup.',
        'Drittens: ein Backup, das Sie selbst schon zurückgespielt haben. Ungeprüft ist es keines.',
      ],
    ],
  },
  {
    title: 'بعد الإطلاق',
    points: ['السجل: ما الذي أخطأ؟', 'السرعة على هاتف عادي', 'تنبيه حين لا يجيب الموقع'],
    captions: [
      [
        'بعد الإطلاق نقرأ سجل الأخطاء كل صباح.',
        'After launch we read the error log every morning.',
        'Nach dem Start lesen wir jeden Morgen das Fehlerprotokoll.',
      ],
      [
        'ونقيس سرعة الصفحة على هاتف عادي وشبكة بطيئة.',
        'We measure the speed of a page on an ordinary phone with a slow connection.',
        'Wir messen die Geschwindigkeit auf einem gewöhnlichen Telefon bei langsamem Netz.',
      ],
      [
        'ونطلب تنبيهًا حين لا يجيب الموقع، فنعرف قبل أن يخبرنا زائر.',
        'And we set up an alert for when the site is down, so we know before a visitor tells us.',
        'Und wir lassen uns alarmieren, wenn die Website ausfällt, bevor es uns jemand sagt.',
      ],
    ],
  },
  {
    title: 'مهمتك الآن',
    task: 'انشر موقعك، ثم افتحه من هاتف صديق على شبكته هو، واسأله: ماذا رأيت أولًا؟',
    captions: [
      [
        'انشر موقعك، ثم افتحه من هاتف ليس هاتفك، على شبكة ليست شبكتك.',
        'Publish your site, then open it on someone else’s phone and network.',
        'Veröffentlichen Sie Ihre Website und öffnen Sie sie auf einem fremden Telefon in fremdem Netz.',
      ],
      [
        'مبروك الإطلاق. في الفصل الأخير نجعل الموقع يُعثر عليه، ونجعله أسرع.',
        'Congratulations on the launch! In the last chapter we help people find the site, and make it faster.',
        'Glückwunsch zum Start! Im letzten Kapitel wird die Website auffindbar und schneller.',
      ],
    ],
  },
];
