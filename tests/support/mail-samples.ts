import type { Language } from '@/lib/language';

const at = '2026-11-22T10:00:00.000Z';

/** Values with text in the opposite direction, and with numbers and symbols that bidirectional text may reorder. */
export const mailData: Record<string, string> = {
  name: 'Mona Adel',
  code: '123456',
  minutes: '10',
  url: 'https://midan.example/ar/x?a=1&b=2',
  sheetUrl: 'https://midan.example/ar/stop?key=1',
  dueAt: at,
  changedAt: at,
  undoUntilAt: at,
  payUntilAt: at,
  paidAt: at,
  passkey: 'Chrome on Windows (2)',
  provider: 'Google',
  device: 'Chrome 141, Windows 11',
  orderNumber: '7',
  orderId: 'o1',
  description: 'Next.js from zero (2026): 12 lessons',
  courseSlug: 'nextjs-from-zero',
  amountPiastres: '129950',
  discountPiastres: '100',
  coupon: 'TEN-10',
  creditNoteNumber: 'CN-000024',
  billReference: '30-4711',
  reason: 'منصة (Midan), 2026:\nالسبب الثاني.',
  fullName: 'منى Adel',
  email: 'mona@midan.example',
  phoneNumber: '+20 101 234 5678',
  message: 'مرحبا Midan!\nHello (2).',
  about: 'Website (new)',
  projectKind: 'Shop',
  budget: '10,000–20,000',
  wishedDate: '2026-12-01',
  author: 'Karim (Cairo)',
  course: 'Next.js (الأساس)',
  lesson: '1. Start!',
  giver: 'Karim',
  recipient: 'منى',
  inviter: 'Nile Co.',
  who: 'mona@midan.example',
  newsletter: 'Midan (2026)',
  state: 'paused',
  refused: '3',
  all: '20',
  lessons: '2',
  quizzes: '1',
  done: '2',
  goal: 'begun',
  goalMinutes: '60',
};

/** Contains everything that the editor can write. */
export const buildEmailBody = (lang: Language) => ({
  lang,
  subject: lang === 'ar' ? 'جديد Midan (2026)' : 'News for منى (2026)',
  preview: 'تبدأ الأحد: Sunday',
  html:
    '<h2>أهلًا Midan</h2><p>انظر <a href="/ar/courses">الدورات</a> &amp; <strong>غيرها</strong>, <em>x</em> <s>y</s> <mark>z</mark>.</p><p dir="ltr" lang="en">Hello (2).</p><ul><li>أولًا</li><li>ثانيًا</li></ul><ol dir="ltr" start="3"><li><p>one</p></li></ol>' +
    '<blockquote><p>قول</p></blockquote><pre><code>npm start</code></pre><p><code>a = (1)</code> <kbd>Esc</kbd> <bdi>Mona (2)</bdi> <abbr title="x">HTML</abbr> <time datetime="2026-01-01">x</time> H<sub>2</sub>O<sup>3</sup> <small>s</small><br>x</p><hr>' +
    '<figure><img src="/assets/x.svg" alt="رسم" width="640" height="360"><figcaption>شكل</figcaption></figure><table><caption>ج</caption><thead><tr><th scope="col">أ</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>' +
    '<dl><dt>أ</dt><dd>ب</dd></dl><h3>c</h3><h4>d</h4><p data-lesson-preview="nextjs-from-zero"><a href="/ar/details/x">درس</a></p>',
});
