import type { Slide } from '../sample-video';

export const forms: readonly Slide[] = [
  {
    title: 'نماذج يُعتمد عليها',
    lead: 'تساعد الزائر، ولا تثق بما يصلها',
    captions: [
      [
        'النموذج الجيد يعمل حتى لو تعطلت جافاسكريبت، ولا يثق بما يصله.',
        'A good form works even when JavaScript fails, and trusts nothing it receives.',
        'Ein gutes Formular funktioniert auch ohne JavaScript und vertraut keiner Eingabe.',
      ],
    ],
  },
  {
    title: 'رحلة الرسالة',
    flow: [
      { name: 'النموذج', text: 'يكتب الزائر ويضغط أرسل' },
      { name: 'الفحص', text: 'قواعد واحدة لكل حقل' },
      { name: 'النتيجة', text: 'حفظ وشكر، أو خطأ عند حقله' },
    ],
    captions: [
      [
        'تمر كل رسالة بثلاث محطات.',
        'Every message goes through three steps.',
        'Jede Nachricht durchläuft drei Stationen.',
      ],
      [
        'الزائر يكتب ويضغط، والمتصفح يرسل الحقول إلى الخادم.',
        'The visitor types and presses Send, and the browser sends the fields to the server.',
        'Jemand schreibt und drückt auf Senden, der Browser schickt die Felder an den Server.',
      ],
      [
        'الخادم يفحصها بقواعد مكتوبة في مكان واحد.',
        'The server checks them against rules written in a single place.',
        'Der Server prüft sie nach Regeln, die an einer einzigen Stelle stehen.',
      ],
      [
        'ثم يحفظها ويشكر الزائر، أو يعيد النموذج وفيه الخطأ وما كتبه.',
        'Then it saves and says thank you, or returns the form with the error and the input.',
        'Dann speichert er und bedankt sich, oder das Formular kommt mit Fehler und Eingaben zurück.',
      ],
    ],
  },
  {
    title: 'قواعد تُكتب مرة',
    file: 'lib/contact.ts',
    code: "import { z } from 'zod'\n\nexport const contact = z.object({\n  name: z.string().trim().min(1, 'اكتب اسمك'),\n  email: z.email('العنوان ناقص'),\n  message: z.string().trim().min(10, 'اكتب جملة على الأقل'),\n})",
    highlightedLines: [[3], [4, 5, 6]],
    captions: [
      [
        'نصف الحقول بمكتبة zod: ما نوع كل حقل، وما الذي نقبله.',
        'We describe the fields with the zod library: the type of each, and what we accept.',
        'Wir beschreiben die Felder mit der Bibliothek zod: welchen Typ sie haben und was erlaubt ist.',
      ],
      [
        'ومع كل قاعدة جملة للزائر تقول ماذا يفعل، لا ماذا أخطأ.',
        'Each rule has a sentence that says what to do, not what was wrong.',
        'Zu jeder Regel gehört ein Satz, der sagt, was zu tun ist, nicht was falsch war.',
      ],
    ],
  },
  {
    title: 'الخادم يستقبل',
    file: 'app/[lang]/contact/send.ts',
    code: "'use server'\nexport async function send(state, form) {\n  const fields = Object.fromEntries(form)\n  const { success, data, error } = contact.safeParse(fields)\n  if (!success) return { fields, errors: z.flattenError(error) }\n  await saveMessage(data)\n  redirect('/ar/contact/thanks')\n}",
    highlightedLines: [[1, 2], [4], [5], [6, 7]],
    captions: [
      [
        'عبارة use server تجعل الدالة تعمل على الخادم وحده، حتى حين يستدعيها النموذج.',
        'The words use server make the function run only on the server, even when the form calls it.',
        'Mit use server läuft die Funktion nur auf dem Server, auch wenn das Formular sie aufruft.',
      ],
      [
        'نفحص الحقول ولا نثق بشيء: أي شخص يستطيع إرسال ما يشاء.',
        'We check the fields and trust nothing: anyone can send anything.',
        'Wir prüfen die Felder und vertrauen auf nichts: Jeder kann alles schicken.',
      ],
      [
        'عند الخطأ نعيد ما كُتب مع الرسائل، فلا يكتب الزائر من جديد.',
        'On an error we return the input with the messages, so nobody has to type it again.',
        'Bei Fehlern geben wir Eingaben und Meldungen zurück, damit niemand neu tippen muss.',
      ],
      [
        'وعند النجاح نحفظ، ثم نحوّل إلى صفحة الشكر: فلا يكرر التحديث الإرسال.',
        'On success we save, then redirect to a thank-you page, so a reload sends nothing twice.',
        'Bei Erfolg speichern wir und leiten zur Dankseite weiter; Neuladen sendet nichts doppelt.',
      ],
    ],
  },
  {
    title: 'النموذج نفسه',
    file: 'app/[lang]/contact/form.tsx',
    code: 'const [state, action, pending] = useActionState(send, {})\n\n<form action={action}>\n  <label htmlFor="email">البريد الإلكتروني</label>\n  <input id="email" name="email" type="email"\n    defaultValue={state.fields?.email} />\n  <button disabled={pending}>أرسل الرسالة</button>\n</form>',
    highlightedLines: [[1], [4, 5], [6], [7]],
    captions: [
      [
        'نربط الدالة بالنموذج بالخطاف useActionState.',
        'We connect the function to the form with the useActionState hook.',
        'Wir verbinden Funktion und Formular mit dem Hook useActionState.',
      ],
      [
        'لكل حقل عنوان ظاهر مرتبط به: النص الرمادي داخل الحقل لا يكفي.',
        'Each field has a visible label linked to it: grey text inside the field is not enough.',
        'Jedes Feld hat eine sichtbare Beschriftung: Grauer Text im Feld reicht nicht.',
      ],
      [
        'والقيمة الأولى هي ما كتبه الزائر في المرة السابقة.',
        'Its initial value is what the visitor typed last time.',
        'Der Anfangswert ist, was beim letzten Mal eingegeben wurde.',
      ],
      [
        'وأثناء الإرسال نعطّل الزر، فلا تصل الرسالة مرتين.',
        'While the form is being sent, the button is disabled, so no message arrives twice.',
        'Während des Sendens ist der Knopf gesperrt, damit keine Nachricht doppelt ankommt.',
      ],
    ],
  },
  {
    title: 'عند الخطأ',
    points: ['الرسالة تحت الحقل نفسه', 'ما كُتب لا يضيع', 'التركيز على أول خطأ'],
    captions: [
      [
        'نضع الرسالة تحت الحقل الذي يحتاجها، ونربطها به ليقرأها قارئ الشاشة.',
        'The message appears under its field and is linked to it, so screen readers announce it.',
        'Die Meldung steht unter ihrem Feld und ist damit verknüpft, damit Screenreader sie vorlesen.',
      ],
      [
        'ولا نمحو ما كتبه الزائر أبدًا.',
        'We never throw away what was typed.',
        'Was schon eingegeben wurde, geht nie verloren.',
      ],
      [
        'ثم ننقل المؤشر إلى أول حقل يحتاج تصحيحًا.',
        'Then we move the cursor to the first field that needs correcting.',
        'Und der Cursor springt zum ersten Feld, das korrigiert werden muss.',
      ],
    ],
  },
  {
    title: 'مهمتك الآن',
    task: 'أضف إلى النموذج رقم هاتف اختياريًّا، واقبله بالأرقام العربية والإنجليزية.',
    captions: [
      [
        'أضف رقم هاتف اختياريًّا، واقبله سواء كُتب بالأرقام العربية أو الإنجليزية.',
        'Add an optional phone number, and accept it in both Arabic and Western digits.',
        'Ergänzen Sie eine freiwillige Telefonnummer, mit arabischen wie mit westlichen Ziffern.',
      ],
      [
        'ثم عطّل جافاسكريبت في المتصفح، وأرسل النموذج مرة أخرى.',
        'Then turn JavaScript off in the browser and send the form once more.',
        'Schalten Sie dann JavaScript im Browser ab und senden Sie das Formular noch einmal.',
      ],
    ],
  },
];
