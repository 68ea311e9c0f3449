import type { Language } from '@/lib/language';

export type MailContent = {
  lang: Language; direction: 'rtl' | 'ltr'; title: string; greeting: string; paragraphs: string[]; code: string; quote: string;
  action: { label: string; url: string } | null; after: string; signature: string; siteUrl: string;
};

const ink = '#141d30';
const soft = '#4a5266';

/** One calm column that reads without pictures, in both directions; nothing is loaded from anywhere. */
export function htmlOf({ lang, direction, title, greeting, paragraphs, code, quote, action, after, signature, siteUrl }: MailContent): string {
  const paragraph = (text: string) => (text ? `<p style="margin:0 0 16px">${escaped(text)}</p>` : '');
  const body = [
    `<h1 style="margin:0 0 20px;font-size:21px;line-height:1.4">${escaped(title)}</h1>`,
    paragraph(greeting),
    ...paragraphs.map(paragraph),
    code && `<p dir="ltr" style="margin:0 0 20px;padding:14px;border-radius:10px;background:#f8f3e9;font-size:30px;font-weight:600;letter-spacing:8px;text-align:center">${escaped(code)}</p>`,
    quote && `<blockquote style="margin:0 0 20px;padding:12px 16px;border-radius:10px;background:#f8f3e9;white-space:pre-wrap">${escaped(quote)}</blockquote>`,
    action && `<p style="margin:0 0 24px"><a href="${escaped(action.url)}" style="display:inline-block;padding:12px 22px;border-radius:999px;background:#9f4a1c;color:#fffaf3;text-decoration:none">${escaped(action.label)}</a></p>`,
    after && `<p style="margin:0 0 16px;color:${soft};font-size:14px">${escaped(after)}</p>`,
    `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #dacdb6;color:${soft};font-size:14px">${escaped(signature)}<br><a href="${escaped(siteUrl)}" style="color:${soft}">${escaped(siteUrl.replace(/^https?:\/\//, ''))}</a></p>`,
  ];
  return `<!doctype html><html lang="${lang}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>`
    + `<body style="margin:0;padding:24px 12px;background:#f8f3e9;color:${ink};font:16px/1.7 'Segoe UI',Tahoma,Arial,sans-serif"><div style="max-width:520px;margin:0 auto;padding:28px;border-radius:16px;background:#fffdf8">`
    + `${body.filter(Boolean).join('')}</div></body></html>\n`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
