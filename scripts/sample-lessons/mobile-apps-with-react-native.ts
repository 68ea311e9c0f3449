import { videoOf, type Video } from './sample-video';

const video = videoOf('mobile-apps-with-react-native');

export const mobileVideos: readonly Video[] = [
  video('01-welcome.mp4', [
    { title: 'التطبيق الذي سنبنيه', say: [['أهلًا بك. نبني معًا تطبيقًا للمصروفات يعمل على أندرويد وآيفون من كود واحد.', 'Welcome. Together we build an expenses app that runs on Android and iPhone from one code.', 'Willkommen. Gemeinsam bauen wir eine Ausgaben-App, die mit einem Code auf Android und iPhone läuft.']] },
    { title: 'جولة سريعة', points: ['شاشة تضيف مصروفًا', 'قائمة تجمع الشهر', 'تذكير كل مساء'], say: [
      ['في التطبيق ثلاثة أشياء.', 'The app has three things.', 'Die App besteht aus drei Teilen.'],
      ['شاشة تكتب فيها ما صرفت.', 'A screen to write down what you spent.', 'Einer Ansicht, in der Sie Ihre Ausgaben eintragen.'],
      ['وقائمة تجمع مصروف الشهر.', 'A list that sums up the month.', 'Einer Liste, die den Monat zusammenzählt.'],
      ['وتذكير لطيف كل مساء.', 'And a gentle reminder every evening.', 'Und einer freundlichen Erinnerung am Abend.'],
    ] },
    { title: 'جهّز هاتفك', code: 'npx create-expo-app masareef\ncd masareef\nnpx expo start', say: [
      ['ثبّت تطبيق Expo Go على هاتفك.', 'Install the app Expo Go on your phone.', 'Installieren Sie die App Expo Go auf Ihrem Telefon.'],
      ['ثم نفّذ هذه الأوامر الثلاثة على الكمبيوتر.', 'Then run these three commands on your computer.', 'Führen Sie dann diese drei Befehle am Rechner aus.'],
      ['امسح الرمز بالكاميرا: تطبيقك الأول يعمل على هاتفك.', 'Scan the code with the camera: your first app runs on your phone.', 'Scannen Sie den Code mit der Kamera: Ihre erste App läuft auf dem Telefon.'],
    ] },
  ]),
  video('02-components.mp4', [
    { title: 'المكوّنات والحالة', say: [['كل شاشة مكوّنات صغيرة، وكل مكوّن دالة تعيد ما يظهر.', 'Every screen is made of small components, and each is a function that returns what is seen.', 'Jede Ansicht besteht aus kleinen Komponenten, und jede ist eine Funktion, die zurückgibt, was man sieht.']] },
    { title: 'زر يعدّ', code: "const [count, setCount] = useState(0)\n\n<Button\n  title={`ضغطت ${count}`}\n  onPress={() => setCount(count + 1)} />", say: [
      ['نحفظ الرقم في حالة باسم count.', 'We keep the number in a state named count.', 'Die Zahl steht in einem Zustand namens count.'],
      ['وعند الضغط نطلب قيمة جديدة بدالة setCount.', 'On a press we ask for a new value with setCount.', 'Beim Antippen verlangen wir mit setCount einen neuen Wert.'],
      ['فتُرسم الشاشة من جديد وحدها.', 'And the screen is drawn again by itself.', 'Und die Ansicht zeichnet sich von selbst neu.'],
    ] },
    { title: 'القاعدة', points: ['لا تغيّر الشاشة بيدك', 'غيّر البيانات، والشاشة تتبعها'], say: [
      ['القاعدة التي لا تُنسى:', 'The rule not to forget:', 'Die Regel, die man nicht vergessen darf:'],
      ['لا تعدّل الشاشة بنفسك.', 'Do not change the screen yourself.', 'Ändern Sie die Ansicht nicht selbst.'],
      ['غيّر البيانات، والشاشة تتبعها.', 'Change the data, and the screen follows.', 'Ändern Sie die Daten, die Ansicht folgt.'],
    ] },
  ]),
  video('03-layout.mp4', [
    { title: 'التخطيط والاتجاه', say: [['شاشة واحدة تناسب العربية والإنجليزية إن وصفناها بالبداية والنهاية.', 'One screen suits Arabic and English when we describe it by start and end.', 'Dieselbe Ansicht passt für Arabisch und Englisch, wenn wir sie mit Anfang und Ende beschreiben.']] },
    { title: 'صف وعمود', code: "<View style={{ flexDirection: 'row', gap: 12 }}>\n  <Icon />\n  <Text>قهوة</Text>\n</View>", say: [
      ['العناصر تنزل عمودًا ما لم نقل غير ذلك.', 'Elements stand in a column unless we say otherwise.', 'Elemente stehen untereinander, solange wir nichts anderes sagen.'],
      ['ومع row تصطف في صف يبدأ من اتجاه اللغة.', 'With row they line up from where the language begins.', 'Mit row reihen sie sich dort auf, wo die Sprache beginnt.'],
    ] },
    { title: 'ثلاث عادات', points: ['marginStart بدل marginLeft', 'الأسهم تنعكس، والأرقام لا', 'جرّب اللغتين كل يوم'], say: [
      ['ثلاث عادات تريحك.', 'Three habits that spare you trouble.', 'Drei Gewohnheiten, die Ärger ersparen.'],
      ['قل البداية والنهاية دائمًا.', 'Always say start and end.', 'Sagen Sie immer Anfang und Ende.'],
      ['واقلب الأسهم، ولا تقلب الأرقام.', 'Turn arrows round, never numbers.', 'Drehen Sie Pfeile um, aber nie Zahlen.'],
      ['وافتح التطبيق باللغتين كل يوم.', 'And open the app in both languages every day.', 'Und öffnen Sie die App täglich in beiden Sprachen.'],
    ] },
  ]),
  video('04-navigation.mp4', [
    { title: 'التنقّل بين الشاشات', say: [['المستخدم يعرف ثلاث حركات: تبويب، ودخول، ورجوع. فلنعطه إياها.', 'People know three moves: a tab, going in, going back. Let us give them these.', 'Man kennt drei Bewegungen: Tab, hinein, zurück. Bieten wir genau diese an.']] },
    { title: 'مجلد لكل شاشة', code: 'app/(tabs)/index.tsx      // المصروفات\napp/(tabs)/report.tsx     // التقرير\napp/expense/[id].tsx      // مصروف واحد', say: [
      ['مع Expo Router الملف هو الشاشة.', 'With Expo Router a file is a screen.', 'Mit Expo Router ist eine Datei eine Ansicht.'],
      ['ما في مجلد tabs يظهر في الشريط السفلي.', 'What is in the folder tabs appears in the bar below.', 'Was im Ordner tabs liegt, erscheint unten in der Leiste.'],
      ['والاسم بين قوسين يأخذ رقم المصروف.', 'The name in brackets takes the number of the expense.', 'Der Name in Klammern nimmt die Nummer der Ausgabe auf.'],
    ] },
    { title: 'رابط يفتح شاشة', code: "router.push('/expense/42')", say: [
      ['ننتقل بسطر واحد.', 'One line takes us there.', 'Eine Zeile bringt uns dorthin.'],
      ['والرابط نفسه يعمل من إشعار أو رسالة.', 'The same link works from a notification or a message.', 'Derselbe Link funktioniert aus einer Mitteilung oder Nachricht heraus.'],
      ['وزر الرجوع يعمل وحده على النظامين.', 'And the back button works by itself on both systems.', 'Und die Zurück-Taste arbeitet auf beiden Systemen von allein.'],
    ] },
  ]),
  video('05-device.mp4', [
    { title: 'الكاميرا والإشعارات', say: [['الإذن يُطلب مرة واحدة تقريبًا، فاختر لحظته جيدًا.', 'A permission is asked for about once, so choose the moment well.', 'Nach einer Berechtigung fragt man praktisch nur einmal. Wählen Sie den Moment gut.']] },
    { title: 'متى تطلب؟', points: ['بعد أن يضغط على صورة الفاتورة', 'مع جملة تقول لماذا', 'لا عند فتح التطبيق'], say: [
      ['لا تطلب شيئًا عند أول فتح.', 'Ask for nothing at the first start.', 'Fragen Sie beim ersten Start nach nichts.'],
      ['اطلب الكاميرا حين يريد تصوير الفاتورة.', 'Ask for the camera when the person wants to photograph a bill.', 'Fragen Sie nach der Kamera, wenn jemand eine Rechnung fotografieren möchte.'],
      ['وقل في جملة واحدة لماذا تحتاجها.', 'And say in one sentence why you need it.', 'Und sagen Sie in einem Satz, wozu Sie sie brauchen.'],
      ['عندها يوافق أغلب الناس.', 'Then most people agree.', 'Dann stimmen die meisten zu.'],
    ] },
    { title: 'وإن رُفض؟', points: ['التطبيق يكمل عمله', 'وطريق آخر: كتابة المبلغ'], say: [
      ['الرفض ليس نهاية الطريق.', 'A refusal is not the end of the road.', 'Eine Ablehnung ist nicht das Ende.'],
      ['يبقى التطبيق يعمل كاملًا.', 'The app goes on working in full.', 'Die App funktioniert weiterhin vollständig.'],
      ['ونعرض طريقًا آخر: كتابة المبلغ باليد.', 'And we offer another way: typing the amount.', 'Und wir bieten einen anderen Weg an: den Betrag eintippen.'],
    ] },
  ]),
  video('06-publish.mp4', [
    { title: 'النشر في المتجرين', say: [['آخر خطوة: أن يجد الناس تطبيقك ويثقوا به قبل أن يثبّتوه.', 'The last step: that people find your app and trust it before they install it.', 'Der letzte Schritt: Ihre App soll gefunden werden und Vertrauen wecken, noch vor der Installation.']] },
    { title: 'قبل الإرسال', points: ['أيقونة تُعرف بحجم صغير', 'وصف يبدأ بالفائدة', 'صور من التطبيق نفسه', 'صفحة خصوصية صادقة'], say: [
      ['جهّز أربعة أشياء.', 'Prepare four things.', 'Bereiten Sie vier Dinge vor.'],
      ['أيقونة تعرفها وهي صغيرة.', 'An icon you recognise when it is small.', 'Ein Symbol, das man auch klein erkennt.'],
      ['ووصف يبدأ بما يكسبه المستخدم.', 'A description that begins with what people gain.', 'Eine Beschreibung, die mit dem Nutzen beginnt.'],
      ['وصور حقيقية من التطبيق.', 'Real pictures of the app.', 'Echte Bilder der App.'],
      ['وصفحة خصوصية تقول الحقيقة.', 'And a privacy page that tells the truth.', 'Und eine Datenschutzseite, die die Wahrheit sagt.'],
    ] },
    { title: 'المراجعة الأولى', task: 'اقرأ سبب الرفض، وأصلحه وحده، ثم أرسل من جديد.', say: [
      ['قد يُرفض الطلب أول مرة، وهذا عادي.', 'The first request may be refused, and that is normal.', 'Die erste Einreichung wird vielleicht abgelehnt, das ist normal.'],
      ['اقرأ السبب، وأصلحه وحده، ثم أرسل من جديد. مبروك تطبيقك.', 'Read the reason, mend that alone, and send it again. Congratulations on your app.', 'Lesen Sie den Grund, beheben Sie nur diesen und reichen Sie neu ein. Glückwunsch zu Ihrer App!'],
    ] },
  ]),
];
