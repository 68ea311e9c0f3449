import type { Film } from './film';

const course = 'nextjs-from-zero';

export const nextjsFilms: readonly Film[] = [
  {
    course, lesson: '01-welcome.mp4', title: { ar: 'أهلًا بك: ماذا سنبني؟', en: 'Welcome: what will we build?' },
    slides: [
      { title: 'أهلًا بك في Next.js من الصفر', say: [
        { ar: 'أهلًا بك. في هذه الدورة نبني موقعًا كاملًا بـ Next.js، خطوة بعد خطوة.', en: 'Welcome. In this course we build a whole website with Next.js, one step at a time.' },
      ] },
      { title: 'ماذا سنبني؟', points: ['موقع شركة بثلاث صفحات', 'مدونة تُقرأ من قاعدة بيانات', 'نشر على خادم حقيقي'], say: [
        { ar: 'مشروعنا واحد من أول الدورة إلى آخرها.', en: 'We work on one project from the first lesson to the last.' },
        { ar: 'نبدأ بموقع شركة من ثلاث صفحات.', en: 'We begin with a company site of three pages.' },
        { ar: 'ثم نضيف مدونة تقرأ مقالاتها من قاعدة بيانات.', en: 'Then we add a blog that reads its articles from a database.' },
        { ar: 'وفي النهاية ننشر الموقع ليراه الناس.', en: 'And at the end we publish it for people to see.' },
      ] },
      { title: 'ماذا تحتاج؟', points: ['أساسيات HTML و JavaScript', 'محرر نصوص و Node.js'], say: [
        { ar: 'لا تحتاج خبرة سابقة بإطار عمل.', en: 'You need no experience with any framework.' },
        { ar: 'تكفي أساسيات HTML وجافاسكريبت.', en: 'The basics of HTML and JavaScript are enough.' },
        { ar: 'ثبّت Node.js ومحررًا تحبه، ونلتقي في الدرس التالي.', en: 'Install Node.js and an editor you like, and see you in the next lesson.' },
      ] },
    ],
  },
];
