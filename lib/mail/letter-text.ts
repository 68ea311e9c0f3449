import sanitizeHtml from 'sanitize-html';
import { isolateLeftToRight, type Direction } from '@/lib/text/bidi';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The text part of a letter's cleaned HTML: paragraphs apart, list items with a dash, the address of a link or picture behind its text. */
export function letterText(html: string, direction: Direction): string {
  const behind = (url: string): string => (direction === 'rtl' ? isolateLeftToRight(`(${url})`) : `(${url})`);
  const marked = html
    .replace(/\s+/g, ' ')
    .replace(/<br ?\/?>/g, '\n')
    .replace(/<hr[^>]*>/g, '\n\n---\n\n')
    .replace(/<li[^>]*>(?:\s*<p[^>]*>)?/g, '\n- ')
    .replace(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_, url: string, label: string) => (plain(label).trim() === plain(url) ? label : `${label} ${behind(url)}`))
    .replace(/<span [^>]*dir="auto"[^>]*>(.*?)<\/span>/g, '\u2068$1\u2069')
    .replace(/<img [^>]*>/g, (tag) => /alt="([^"]+)"/.exec(tag)?.[1] ?? '')
    .replace(/<\/(?:p|h[2-4]|ul|ol|blockquote|pre|figure|figcaption|table|dl)>/g, '\n\n')
    .replace(/<\/(?:td|th|dt)>/g, ' ')
    .replace(/<\/(?:tr|dd)>/g, '\n');
  return plain(marked).replace(/[ \t]*\n[ \t]*/g, '\n').replace(/\n{3,}/g, '\n\n').trim();
}

const plain = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name] ?? ' ');
