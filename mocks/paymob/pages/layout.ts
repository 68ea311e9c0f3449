import { Html, html, style } from '../../html';
import { getLabels, getOtherLanguage, type PageLanguage } from './labels';

export interface LayoutOptions {
  lang: PageLanguage;
  title: string;
  switchTo?: string | undefined;
  onward?: { url: string; afterSeconds: number } | undefined;
  columns: 'one' | 'two';
  content: Html;
}

export function renderLayout({ lang, title, switchTo, onward, columns, content }: LayoutOptions): string {
  const labels = getLabels(lang);
  return html`<!doctype html>
    <html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        ${onward && html`<meta http-equiv="refresh" content="${onward.afterSeconds};url=${onward.url}" />`}
        <title>${title}</title>
        <style>
          ${new Html(style)}
        </style>
      </head>
      <body>
        <div class="banner" role="note" data-testid="mock-banner">${labels.banner}</div>
        <header class="top">
          <span class="brand"><i aria-hidden="true">P</i> Paymob mock</span>
          ${switchTo && html`<a href="${switchTo}" lang="${getOtherLanguage(lang)}" data-testid="switch-language">${labels.otherLanguage}</a>`}
        </header>
        <main class="${columns}">${content}</main>
      </body>
    </html>`.text;
}
