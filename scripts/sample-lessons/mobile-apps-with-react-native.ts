import { createVideoBuilder, type Video } from './sample-video';

const video = createVideoBuilder('mobile-apps-with-react-native');

export const mobileVideos: readonly Video[] = [
  video('01-welcome.mp4', [
    {
      title: 'التطبيق الذي سنبنيه',
      captions: [
        [
          'أهلًا بك. نبني معًا تطبيقًا للمصروفات يعمل على أندرويد وآيفون من كود واحد.',
          'Welcome. Together we build an expenses app for Android and iPhone from a single codebase.',
          'Willkommen. Gemeinsam bauen wir eine Ausgaben-App mit einer Codebasis für Android und iPhone.',
        ],
      ],
    },
    {
      title: 'جولة سريعة',
      points: ['شاشة تضيف مصروفًا', 'قائمة تجمع الشهر', 'تذكير كل مساء'],
      captions: [
        ['في التطبيق ثلاثة أشياء.', 'The app has three parts.', 'Die App besteht aus drei Teilen.'],
        [
          'شاشة تكتب فيها ما صرفت.',
          'A screen to write down what you spent.',
          'Einer Ansicht, in der Sie Ihre Ausgaben eintragen.',
        ],
        ['وقائمة تجمع مصروف الشهر.', 'A list that adds up the month.', 'Einer Liste, die den Monat zusammenzählt.'],
        ['وتذكير لطيف كل مساء.', 'And a gentle reminder every evening.', 'Und einer freundlichen Erinnerung am Abend.'],
      ],
    },
    {
      title: 'جهّز هاتفك',
      code: 'npx create-expo-app masareef\ncd masareef\nnpx expo start',
      captions: [
        [
          'ثبّت تطبيق Expo Go على هاتفك.',
          'Install the Expo Go app on your phone.',
          'Installieren Sie die App Expo Go auf Ihrem Telefon.',
        ],
        [
          'ثم نفّذ هذه الأوامر الثلاثة على الكمبيوتر.',
          'Then run these three commands on your computer.',
          'Führen Sie dann diese drei Befehle am Rechner aus.',
        ],
        [
          'امسح الرمز بالكاميرا: تطبيقك الأول يعمل على هاتفك.',
          'Scan the code with the camera, and your first app runs on your phone.',
          'Scannen Sie den Code mit der Kamera: Ihre erste App läuft auf dem Telefon.',
        ],
      ],
    },
  ]),
  video('02-components.mp4', [
    {
      title: 'المكوّنات والحالة',
      captions: [
        [
          'كل شاشة مكوّنات صغيرة، وكل مكوّن دالة تعيد ما يظهر.',
          'Every screen is made of small components, each one a function that returns what you see.',
          'Jede Ansicht besteht aus kleinen Komponenten, und jede ist eine Funktion, die zurückgibt, was man sieht.',
        ],
      ],
    },
    {
      title: 'زر يعدّ',
      code: 'const [count, setCount] = useState(0)\n\n<Button\n  title={`ضغطت ${count}`}\n  onPress={() => setCount(count + 1)} />',
      captions: [
        [
          'نحفظ الرقم في حالة باسم count.',
          'We keep the number in a state variable called count.',
          'Die Zahl steht in einem Zustand namens count.',
        ],
        [
          'وعند الضغط نطلب قيمة جديدة بدالة setCount.',
          'When the button is pressed, setCount sets a new value.',
          'Beim Antippen setzen wir mit setCount einen neuen Wert.',
        ],
        [
          'فتُرسم الشاشة من جديد وحدها.',
          'And the screen redraws itself.',
          'Und die Ansicht zeichnet sich von selbst neu.',
        ],
      ],
    },
    {
      title: 'القاعدة',
      points: ['لا تغيّر الشاشة بيدك', 'غيّر البيانات، والشاشة تتبعها'],
      captions: [
        ['القاعدة التي لا تُنسى:', 'One rule to remember:', 'Eine Regel sollten Sie sich merken:'],
        ['لا تعدّل الشاشة بنفسك.', 'Do not change the screen yourself.', 'Ändern Sie die Ansicht nicht selbst.'],
        [
          'غيّر البيانات، والشاشة تتبعها.',
          'Change the data, and the screen follows.',
          'Ändern Sie die Daten, die Ansicht folgt.',
        ],
      ],
    },
  ]),
  video('03-layout.mp4', [
    {
      title: 'التخطيط والاتجاه',
      captions: [
        [
          'شاشة واحدة تناسب العربية والإنجليزية إن وصفناها بالبداية والنهاية.',
          'One screen works for Arabic and English if we describe it with start and end.',
          'Dieselbe Ansicht passt für Arabisch und Englisch, wenn wir sie mit Anfang und Ende beschreiben.',
        ],
      ],
    },
    {
      title: 'صف وعمود',
      code: "<View style={{ flexDirection: 'row', gap: 12 }}>\n  <Icon />\n  <Text>قهوة</Text>\n</View>",
      captions: [
        [
          'العناصر تنزل عمودًا ما لم نقل غير ذلك.',
          'Elements stack in a column unless we say otherwise.',
          'Elemente stehen untereinander, solange wir nichts anderes sagen.',
        ],
        [
          'ومع row تصطف في صف يبدأ من اتجاه اللغة.',
          'With row, they line up from the side where the language begins.',
          'Mit row reihen sie sich dort auf, wo die Sprache beginnt.',
        ],
      ],
    },
    {
      title: 'ثلاث عادات',
      points: ['marginStart بدل marginLeft', 'الأسهم تنعكس، والأرقام لا', 'جرّب اللغتين كل يوم'],
      captions: [
        ['ثلاث عادات تريحك.', 'Three habits that save you trouble.', 'Drei Gewohnheiten, die Ärger ersparen.'],
        ['قل البداية والنهاية دائمًا.', 'Always say start and end.', 'Sagen Sie immer Anfang und Ende.'],
        ['واقلب الأسهم، ولا تقلب الأرقام.', 'Flip arrows, never numbers.', 'Drehen Sie Pfeile um, aber nie Zahlen.'],
        [
          'وافتح التطبيق باللغتين كل يوم.',
          'And open the app in both languages every day.',
          'Und öffnen Sie die App täglich in beiden Sprachen.',
        ],
      ],
    },
  ]),
  video('04-navigation.mp4', [
    {
      title: 'التنقّل بين الشاشات',
      captions: [
        [
          'المستخدم يعرف ثلاث حركات: تبويب، ودخول، ورجوع. فلنعطه إياها.',
          'People know three moves: tabs, going in, going back. Let’s give them just those.',
          'Man kennt drei Bewegungen: Tab, hinein, zurück. Bieten wir genau diese an.',
        ],
      ],
    },
    {
      title: 'مجلد لكل شاشة',
      code: 'app/(tabs)/index.tsx      // المصروفات\napp/(tabs)/report.tsx     // التقرير\napp/expense/[id].tsx      // مصروف واحد',
      captions: [
        [
          'مع Expo Router الملف هو الشاشة.',
          'With Expo Router, every file is a screen.',
          'Bei Expo Router ist jede Datei eine Ansicht.',
        ],
        [
          'ما في مجلد tabs يظهر في الشريط السفلي.',
          'Whatever is in the tabs folder appears in the bar at the bottom.',
          'Was im Ordner tabs liegt, erscheint unten in der Leiste.',
        ],
        [
          'والاسم بين قوسين يأخذ رقم المصروف.',
          'The name in brackets stands for the expense’s number.',
          'Der Name in Klammern steht für die Nummer der Ausgabe.',
        ],
      ],
    },
    {
      title: 'رابط يفتح شاشة',
      code: "router.push('/expense/42')",
      captions: [
        ['ننتقل بسطر واحد.', 'One line takes us there.', 'Eine Zeile bringt uns dorthin.'],
        [
          'والرابط نفسه يعمل من إشعار أو رسالة.',
          'The same link works from a notification or a message.',
          'Derselbe Link funktioniert aus einer Mitteilung oder Nachricht heraus.',
        ],
        [
          'وزر الرجوع يعمل وحده على النظامين.',
          'And the back button just works on both systems.',
          'Und die Zurück-Taste funktioniert auf beiden Systemen von allein.',
        ],
      ],
    },
  ]),
  video('05-device.mp4', [
    {
      title: 'الكاميرا والإشعارات',
      captions: [
        [
          'الإذن يُطلب مرة واحدة تقريبًا، فاختر لحظته جيدًا.',
          'You usually get to ask for a permission only once, so choose the moment well.',
          'Nach einer Berechtigung fragt man praktisch nur einmal. Wählen Sie den Moment gut.',
        ],
      ],
    },
    {
      title: 'متى تطلب؟',
      points: ['بعد أن يضغط على صورة الفاتورة', 'مع جملة تقول لماذا', 'لا عند فتح التطبيق'],
      captions: [
        [
          'لا تطلب شيئًا عند أول فتح.',
          'Ask for nothing at the first start.',
          'Verlangen Sie beim ersten Start noch nichts.',
        ],
        [
          'اطلب الكاميرا حين يريد تصوير الفاتورة.',
          'Ask for the camera when the user wants to photograph a bill.',
          'Fragen Sie nach der Kamera, wenn jemand eine Rechnung fotografieren möchte.',
        ],
        [
          'وقل في جملة واحدة لماذا تحتاجها.',
          'And say in one sentence why you need it.',
          'Und sagen Sie in einem Satz, wozu Sie sie brauchen.',
        ],
        ['عندها يوافق أغلب الناس.', 'Then most people agree.', 'Dann stimmen die meisten zu.'],
      ],
    },
    {
      title: 'وإن رُفض؟',
      points: ['التطبيق يكمل عمله', 'وطريق آخر: كتابة المبلغ'],
      captions: [
        ['الرفض ليس نهاية الطريق.', 'A refusal is not the end of the road.', 'Eine Ablehnung ist nicht das Ende.'],
        ['يبقى التطبيق يعمل كاملًا.', 'The app still works in full.', 'Die App funktioniert weiterhin vollständig.'],
        [
          'ونعرض طريقًا آخر: كتابة المبلغ باليد.',
          'And we offer another way: typing in the amount.',
          'Und wir bieten einen anderen Weg an: den Betrag eintippen.',
        ],
      ],
    },
  ]),
  video('06-publish.mp4', [
    {
      title: 'النشر في المتجرين',
      captions: [
        [
          'آخر خطوة: أن يجد الناس تطبيقك ويثقوا به قبل أن يثبّتوه.',
          'The last step: help people find your app and trust it before they install it.',
          'Der letzte Schritt: Ihre App soll gefunden werden und Vertrauen wecken, noch vor der Installation.',
        ],
      ],
    },
    {
      title: 'قبل الإرسال',
      points: ['أيقونة تُعرف بحجم صغير', 'وصف يبدأ بالفائدة', 'صور من التطبيق نفسه', 'صفحة خصوصية صادقة'],
      captions: [
        ['جهّز أربعة أشياء.', 'Prepare four things.', 'Bereiten Sie vier Dinge vor.'],
        [
          'أيقونة تعرفها وهي صغيرة.',
          'An icon that is recognisable even when small.',
          'Ein Symbol, das man auch klein erkennt.',
        ],
        [
          'ووصف يبدأ بما يكسبه المستخدم.',
          'A description that begins with what people get out of it.',
          'Eine Beschreibung, die mit dem Nutzen beginnt.',
        ],
        ['وصور حقيقية من التطبيق.', 'Real screenshots of the app.', 'Echte Bilder der App.'],
        [
          'وصفحة خصوصية تقول الحقيقة.',
          'And a privacy page that tells the truth.',
          'Und eine Datenschutzseite, die die Wahrheit sagt.',
        ],
      ],
    },
    {
      title: 'المراجعة الأولى',
      task: 'اقرأ سبب الرفض، وأصلحه وحده، ثم أرسل من جديد.',
      captions: [
        [
          'قد يُرفض الطلب أول مرة، وهذا عادي.',
          'Your first submission may be rejected, and that is normal.',
          'Die erste Einreichung wird vielleicht abgelehnt, das ist normal.',
        ],
        [
          'اقرأ السبب، وأصلحه وحده، ثم أرسل من جديد. مبروك تطبيقك.',
          'Read the reason, fix only that, and submit it again. Congratulations on your app!',
          'Lesen Sie den Grund, beheben Sie nur das und reichen Sie neu ein. Glückwunsch zu Ihrer App!',
        ],
      ],
    },
  ]),
];
