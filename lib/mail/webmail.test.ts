import { caniemail } from 'caniemail';
import { DomUtils, parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { readMessages } from '@/lib/i18n/messages';
import { directionOf, type Language, languages } from '@/lib/language';
import { buildEmailBody, mailData } from '@/tests/support/mail-samples';
import { composeEmail, type MailParts } from './compose';
import { composeNewsletterEmail } from './newsletter-email';

const clients = ['gmail.*', 'outlook.*', 'yahoo.*', 'apple-mail.*'] as const;

const harmless: Record<string, string> = {
  '<body> element': 'becomes a div or goes: the outermost div has all that it says',
  '<abbr> element': 'its text stays, the explanation goes',
  '<ul>, <ol> and <dl>': 'Outlook counts upwards where an author counts down',
  'lang attribute': 'not on cells of Yahoo, where the div around them says it',
  'dir attribute':
    'kept wherever we set it; Gmail’s old mobile page turns a whole mail that has an Arabic word, in which each side is named left or right',
  direction: 'as `dir`',
  'role attribute': 'a screen reader says “table” before the facts',
  'text-align': '`start` and `end` alone, which no mail has',
  'overflow-wrap': 'a long address widens the column; `word-break` says the same to those who lack it',
  'word-break': '`keep-all` and such alone',
  'text-wrap': 'the last word of a heading may stand alone',
  'white-space': 'Outlook joins spaces in code and quotes; lines stay apart',
  'display:none': 'the preview text is read at the top',
  display: 'as `display:none`; the button’s inline-block is a coloured text in Outlook',
  overflow: 'corners of the head are square',
  'border-radius': 'corners are square',
  padding: 'Outlook for Windows sets text close to the edge of boxes, which the table of facts is not',
  margin: 'no negative ones are used; Outlook does not centre the column',
  'max-width': 'Outlook for Windows shows a wide column',
  'width property': '`max-width` is meant',
  'height property': '`max-height`, `line-height` and the pictures’ `auto` are meant',
  'width attribute': 'in whole pixels alone',
  'height attribute': 'in whole pixels alone',
  background: 'colours alone',
  border: 'thin ones around cells and beside quotes',
  'line-height': 'lines a little closer',
  'letter-spacing': 'digits of a code a little closer',
  'font-size': 'in pixels alone',
  'font-weight': '600 is bold',
  'text-decoration': 'the button’s text is underlined',
  'text-decoration-color': 'underlined in the colour of the text',
};

const listTemplates = async (lang: Language): Promise<string[]> => {
  const { mail } = (await readMessages(lang)) as { mail: Record<string, unknown> };
  return Object.keys(mail).filter((name) => typeof mail[name] === 'object' && 'subject' in (mail[name] as object));
};

const composeEveryMail = async (lang: Language): Promise<Map<string, MailParts>> => {
  const mails = new Map([
    [
      'newsletter',
      await composeNewsletterEmail(buildEmailBody(lang), 'https://midan.example/ar/newsletter/unsubscribe?reader=1'),
    ],
  ]);
  for (const template of await listTemplates(lang)) mails.set(template, await composeEmail(template, lang, mailData));
  return mails;
};

type Element = Extract<ReturnType<typeof parseDocument>['children'][number], { attribs: Record<string, string> }>;
const listElements = (html: string) =>
  DomUtils.getElementsByTagName('body', parseDocument(html), true, 1)[0]!.children.filter(DomUtils.isTag) as Element[];
const blockNames = [
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'table',
  'td',
  'th',
  'blockquote',
  'figure',
  'figcaption',
];

describe.each(languages)('mails in %s inside webmail', (lang) => {
  const direction = directionOf(lang);

  it('have language and direction on the outermost div and on each block [O13]', async () => {
    const mails = await composeEveryMail(lang);
    expect(mails.size).toBeGreaterThan(45);
    for (const [template, { html }] of mails) {
      const outermost = listElements(html);
      expect(
        outermost.map(({ name, attribs: { dir, lang: of } }) => ({ name, dir, of })),
        template,
      ).toEqual([{ name: 'div', dir: direction, of: lang }]);
      for (const { name, attribs } of DomUtils.getElementsByTagName((tag) => blockNames.includes(tag), outermost)) {
        expect({ template, name, ...attribs }).toMatchObject({
          dir: expect.stringMatching(/^(?:rtl|ltr)$/),
          lang: expect.any(String),
          style: expect.stringMatching(/text-align:(?:left|right|center)/),
        });
        expect(attribs.style).toContain(`direction:${attribs.dir}`);
      }
    }
  });

  it('use left and right, which Outlook and Yahoo need, and isolate values without bdi [O13]', async () => {
    for (const [template, { html }] of await composeEveryMail(lang)) {
      expect(html, template).not.toMatch(/-inline|-block-(?:start|end)|text-align:\s*(?:start|end)|<bdi/);
      expect(html, 'isolates are elements').not.toMatch(/[\u2066-\u2069]/);
    }
  });

  it('use only features that Gmail, Outlook, Yahoo and Apple Mail support, apart from known harmless gaps [O13]', async () => {
    const found = new Map<string, Set<string>>();
    for (const [template, { html }] of await composeEveryMail(lang)) {
      const { errors, warnings } = caniemail({ clients: [...clients], html }).issues;
      for (const issues of [errors, warnings]) {
        for (const [client, list] of issues)
          for (const { title } of list) found.set(title, (found.get(title) ?? new Set()).add(`${client} ${template}`));
      }
    }
    const unknown = [...found]
      .filter(([title]) => !(title in harmless))
      .map(([title, where]) => `${title}: ${[...where].slice(0, 60).join(', ')}`);
    expect(unknown).toEqual([]);
  });
});

describe('values in mails', () => {
  const [isolated, end] = ['\u2068', '\u2069'];

  it('stay in order inside an Arabic sentence, in the HTML and in the text [O13]', async () => {
    const { html, text, subject } = await composeEmail('enquiry', 'ar', {
      ...mailData,
      fullName: 'Karim (Cairo)',
      phoneNumber: '+20 101 234 5678',
    });
    for (const value of ['Karim (Cairo)', '+20 101 234 5678', 'mona@midan.example']) {
      expect(html).toContain(`<span dir="auto">${value}</span>`);
      expect(text).toContain(`${isolated}${value}${end}`);
    }
    expect(subject, 'a list of mails shows no sign that it cannot draw').not.toMatch(/[\u2066-\u2069]/);
  });

  it('stay unchanged where nothing could reorder them [O13]', async () => {
    expect((await composeEmail('receipt', 'en', mailData)).text).not.toMatch(/[\u2066-\u2069]/);
    expect((await composeEmail('one-time-code', 'ar', mailData)).text.split('\n')).toContain('123456');
    expect((await composeEmail('gift', 'ar', { ...mailData, giver: 'none' })).text).not.toContain('none');
  });

  it('cannot reorder the rest of a mail with direction controls [O13]', async () => {
    const { html, text } = await composeEmail('seat-left', 'en', { ...mailData, who: '\u202emoc.live\u2069' });
    expect(`${html}${text}`).not.toMatch(/[\u202a-\u202e]/);
    // A name must not become a link [X40].
    expect(text).toContain('moc. live has left');
  });

  it('are put on one line and isolated as a whole [O13, X40]', async () => {
    const { text, html } = await composeEmail('refund-refused', 'ar', mailData);
    expect(text).toContain(`${isolated}منصة (Midan), 2026: السبب الثاني.${end}`);
    expect(html).not.toMatch(/[\u2066-\u2069]/);
  });
});

describe('a newsletter', () => {
  it('keeps the author’s direction for each block, with matching sides, and sets code left to right [O13]', async () => {
    const { html, text } = await composeNewsletterEmail(buildEmailBody('ar'), null);
    expect(html).toMatch(
      /<ol dir="ltr" start="3" lang="ar" style="direction:ltr;text-align:left;[^"]*padding-left:24px;padding-right:0"><li dir="ltr"/,
    );
    expect(html).toMatch(
      /<ul dir="rtl" lang="ar" style="direction:rtl;text-align:right;[^"]*padding-right:24px;padding-left:0"/,
    );
    expect(html).toMatch(/<p dir="ltr" lang="en" style="direction:ltr;text-align:left/);
    expect(html).toMatch(/<pre dir="ltr"/);
    expect(html).toContain('<span dir="auto">Mona (2)</span>');
    expect(html).not.toContain('data-lesson-preview');
    expect(text).toContain(`الدورات \u2066(http://localhost:3000/ar/courses)\u2069`);
  });
});
