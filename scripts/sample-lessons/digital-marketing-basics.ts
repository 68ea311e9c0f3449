import { videoOf, type Video } from './video';

const video = videoOf('digital-marketing-basics');

export const marketingVideos: readonly Video[] = [
  video('01-welcome.mp4', [
    { title: 'خريطة الطريق', say: [['أهلًا بك. التسويق ليس إعلانات فقط، بل طريق من أربع محطات نمشيها بالترتيب.', 'Welcome. Marketing is not only advertising; it is a road of four stations, walked in order.']] },
    { title: 'أربع محطات', points: ['العميل: من نخدم؟', 'العرض: ماذا نعده به؟', 'القناة: أين نلقاه؟', 'القياس: ماذا نجح؟'], say: [
      ['هذه محطات الدورة.', 'These are the stations of the course.'],
      ['الأولى أن نعرف من نخدم.', 'First, to know whom we serve.'],
      ['والثانية أن نعده بشيء واضح.', 'Second, to promise them something clear.'],
      ['والثالثة أن نلقاه حيث يكون.', 'Third, to meet them where they are.'],
      ['والرابعة أن نقيس لنعرف ما نجح.', 'Fourth, to measure, so that we know what worked.'],
    ] },
    { title: 'لماذا هذا الترتيب؟', say: [
      ['من يبدأ بالإعلان يدفع ليصل إلى من لا يهمه الأمر.', 'Whoever begins with ads pays to reach people who do not care.'],
      ['ومن يبدأ بالعميل يدفع أقل ويبيع أكثر. هيا نبدأ.', 'Whoever begins with the customer pays less and sells more. Let us begin.'],
    ] },
  ]),
  video('02-know-your-customer.mp4', [
    { title: 'اعرف عميلك', say: [['لا تخمّن. اسأل عشرة عملاء حقيقيين خمسة أسئلة، واكتب كلامهم كما قالوه.', 'Do not guess. Ask ten real customers five questions, and write their words as they said them.']] },
    { title: 'الأسئلة الخمسة', points: ['ما المشكلة التي جئت بها؟', 'ماذا جرّبت قبلنا؟', 'ما الذي كاد يمنعك من الشراء؟', 'ما الذي تغيّر بعده؟', 'كيف تصفنا لصديق؟'], say: [
      ['خذ ورقة واكتب.', 'Take a sheet of paper and write.'],
      ['ما المشكلة التي جئت بها إلينا؟', 'What problem brought you to us?'],
      ['ماذا جربت قبلنا؟', 'What did you try before us?'],
      ['ما الذي كاد يمنعك من الشراء؟', 'What almost stopped you from buying?'],
      ['ما الذي تغير بعد الشراء؟', 'What changed after you bought?'],
      ['وكيف تصفنا لصديق؟', 'And how would you describe us to a friend?'],
    ] },
    { title: 'ثم ماذا؟', say: [['الجملة التي تتكرر في ثلاث إجابات هي عنوان صفحتك القادمة.', 'A sentence that returns in three answers is the headline of your next page.']] },
  ]),
  video('03-clear-offer.mp4', [
    { title: 'عرض واضح', say: [['إن لم يفهم الزائر ما تبيعه في خمس ثوانٍ، فسيغلق الصفحة.', 'If a visitor does not understand what you sell within five seconds, the page is closed.']] },
    { title: 'جملة واحدة', points: ['ماذا: ما الذي يحصل عليه؟', 'لمن: هل يرى نفسه فيها؟', 'لماذا الآن: ما الذي يكسبه اليوم؟'], say: [
      ['اكتب جملة تجيب عن ثلاثة أسئلة.', 'Write one sentence that answers three questions.'],
      ['ماذا يأخذ العميل بالضبط؟', 'What exactly does the customer get?'],
      ['ولمن هذا العرض؟', 'For whom is this offer?'],
      ['ولماذا يشتري الآن لا غدًا؟', 'And why buy now and not tomorrow?'],
    ] },
    { title: 'قبل وبعد', points: ['قبل: حلول متكاملة للمطاعم', 'بعد: قائمة طعام على هاتف زبائنك خلال يومين'], say: [
      ['قارن بين جملتين.', 'Compare two sentences.'],
      ['الأولى كلام عام لا يعد بشيء.', 'The first is general and promises nothing.'],
      ['والثانية يفهمها صاحب المطعم ويريدها.', 'The second is understood by a restaurant owner, and wanted.'],
    ] },
  ]),
  video('04-search-and-content.mp4', [
    { title: 'البحث والمحتوى', say: [['كل يوم يكتب الناس في محرك البحث السؤال الذي يبيع منتجك جوابه.', 'Every day people type into a search engine the very question your product answers.']] },
    { title: 'كيف تصل إليهم؟', points: ['اجمع أسئلة عملائك كما هي', 'صفحة واحدة لكل سؤال', 'الجواب في أول سطرين'], say: [
      ['ابدأ من كلام العميل.', 'Begin with the words of the customer.'],
      ['اجمع الأسئلة التي تسمعها كل أسبوع.', 'Collect the questions you hear every week.'],
      ['واكتب لكل سؤال صفحة مستقلة.', 'Write one page for each question.'],
      ['وضع الجواب في أول سطرين، ثم اشرح.', 'Put the answer into the first two lines, then explain.'],
    ] },
    { title: 'العنوان والوصف', say: [
      ['العنوان هو وعد الصفحة في نتائج البحث.', 'The title is the promise of the page among the results.'],
      ['والوصف سطران يقنعان القارئ بالنقر. راجعهما قبل أي شيء آخر.', 'The description is two lines that persuade a reader to click. Check both before anything else.'],
    ] },
  ]),
  video('05-paid-ads.mp4', [
    { title: 'الإعلانات الممولة', say: [['الإعلان يسرّع ما ينجح بالفعل. إن كان العرض ضعيفًا فسيُظهر ضعفه أسرع.', 'Advertising speeds up what already works. A weak offer will only show its weakness sooner.']] },
    { title: 'ابدأ صغيرًا', points: ['ميزانية تتحمّل خسارتها', 'رسالة واحدة', 'صفحة وصول واحدة'], say: [
      ['التجربة الأولى لها ثلاثة شروط.', 'The first trial has three conditions.'],
      ['مبلغ صغير لا يؤلمك ضياعه.', 'A small sum whose loss does not hurt.'],
      ['ورسالة واحدة تختبرها.', 'One message to test.'],
      ['وصفحة وصول تقول الكلام نفسه.', 'And a landing page that says the same words.'],
    ] },
    { title: 'متى نوقف؟', say: [
      ['حدد قبل البدء كم تقبل أن تدفع في العميل الواحد.', 'Before you begin, decide how much one customer may cost.'],
      ['فإن زاد الرقم عن ذلك أسبوعًا كاملًا، أوقف وغيّر الرسالة.', 'If the figure stays above it for a whole week, stop and change the message.'],
    ] },
  ]),
  video('06-measure.mp4', [
    { title: 'القياس والقرار', say: [['لا تحتاج خمسين رقمًا. أربعة تكفي لتقرر: نزيد أم نوقف؟', 'You do not need fifty figures. Four are enough to decide: more of it, or stop?']] },
    { title: 'الأرقام الأربعة', points: ['زوار الصفحة: 1000', 'من تركوا بياناتهم: 50', 'من اشتروا: 10', 'ما دفعناه: 2000 جنيه'], say: [
      ['خذ مثالًا من أسبوع واحد.', 'Take the example of one week.'],
      ['ألف زائر دخلوا الصفحة.', 'A thousand visitors came to the page.'],
      ['خمسون منهم تركوا بياناتهم.', 'Fifty of them left their details.'],
      ['وعشرة اشتروا.', 'And ten bought.'],
      ['وكلفتنا الحملة ألفي جنيه.', 'The campaign cost us two thousand pounds.'],
    ] },
    { title: 'القرار', points: ['العميل كلّفنا 200 جنيه', 'وربحنا منه 500'], say: [
      ['نقسم الآن.', 'Now we divide.'],
      ['كلفنا العميل الواحد مئتي جنيه.', 'One customer cost two hundred pounds.'],
      ['وربحنا منه خمسمئة. إذن نزيد.', 'And earned us five hundred. So we do more of it.'],
    ] },
  ]),
];
