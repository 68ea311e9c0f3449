import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { config } from '@/lib/config/config';
import { directionOf, type Language } from '@/lib/language';
import { escapeHtml } from '@/lib/text/escape-html';
import { dataPolicy } from './rendering/content-security-policy';

/** The style file may say what it likes; only what is a colour gets into the page. */
const colour = /^(?:#[0-9a-f]{3,8}|[a-z]+\([\d\s.,%/a-z-]*\))$/i;
const used = ['paper', 'ink', 'ink-soft', 'line', 'accent', 'on-accent', 'focus'] as const;
const system: Record<(typeof used)[number], string> = { 'paper': 'Canvas', 'ink': 'CanvasText', 'ink-soft': 'CanvasText', 'line': 'GrayText', 'accent': 'LinkText', 'on-accent': 'Canvas', 'focus': 'Highlight' };

const layout = `body{display:grid;box-sizing:border-box;min-block-size:100vh;margin:0;padding:1.5rem;grid-template-rows:auto 1fr;background:var(--paper);color:var(--ink);font:1.0625rem/1.7 'Segoe UI',Tahoma,system-ui,sans-serif}
header{padding-block-end:1rem;border-block-end:1px solid var(--line);font-weight:600}main{display:grid;align-self:center;justify-self:center;max-inline-size:34rem;padding-block-end:12vh;justify-items:center;text-align:center}
svg{color:var(--accent)}h1{margin:1.5rem 0;font-size:clamp(1.5rem,1.2rem + 1.6vw,2.25rem);line-height:1.4;text-wrap:balance}p{display:flex;margin:0;flex-wrap:wrap;justify-content:center;gap:.75rem}
a{display:inline-flex;min-block-size:2.875rem;padding-inline:1.375rem;border:1px solid var(--ink-soft);border-radius:999px;align-items:center;color:inherit;text-decoration:none}a:first-child{border-color:transparent;background:var(--accent);color:var(--on-accent)}a:focus-visible{outline:3px solid var(--focus);outline-offset:3px}`;

/** The site's eight-pointed star, of two squares. */
const star = '<svg width="72" height="72" viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><path d="M9.9 9.9h28.2v28.2H9.9z"/><path d="M24 4l20 20-20 20L4 24z"/><circle cx="24" cy="24" r="5"/></svg>';

interface Look { style: string; policy: string }
interface Words { product: string; retry: string; home: string }

let look: Look | undefined;
const words = new Map<Language, Words>();

/**
 * What a person reads when the server refuses by itself, in the site's colours, with the way on: once more, or to the home page.
 * It needs nothing of Next and no other file, since those may be what is missing.
 */
export function problemPage(title: string, lang: Language): { html: string; policy: string } {
  look ??= readLook();
  const { product, retry, home } = wordsOf(lang);
  const html = `<!DOCTYPE html><html lang="${lang}" dir="${directionOf(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${look.style}</style></head>`
    + `<body><header>${escapeHtml(product)}</header><main>${star}<h1>${escapeHtml(title)}</h1><p><a href="">${escapeHtml(retry)}</a><a href="/${lang}/home">${escapeHtml(home)}</a></p></main></body></html>`;
  return { html, policy: look.policy };
}

function readLook(): Look {
  const { contentDir, siteProject } = config();
  const colours = readJson(join(contentDir, siteProject, 'style.json'));
  const valueOf = (name: string): string | undefined => {
    const value = colours[`--${name}`];
    return typeof value === 'string' && colour.test(value) ? value : undefined;
  };
  const rule = (start: '' | 'dark-') => used.map((name) => `--${name}:${valueOf(`${start}${name}`) ?? valueOf(name) ?? system[name]}`).join(';');
  const style = `:root{color-scheme:light dark;${rule('')}}@media (prefers-color-scheme:dark){:root{${rule('dark-')}}}${layout}`;
  return { style, policy: `${dataPolicy}; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'` };
}

function wordsOf(lang: Language): Words {
  const known = words.get(lang);
  if (known) return known;
  const { contentDir, siteProject } = config();
  const { chrome } = readJson(join(contentDir, siteProject, 'i18n', `${lang}.json`)) as { chrome?: Record<string, string> };
  const { productNames } = readJson(join(contentDir, 'config.json')) as { productNames?: Record<string, string> };
  const read = { product: productNames?.[lang] ?? siteProject, retry: chrome?.retry ?? 'Try again', home: chrome?.to_home ?? 'Home' };
  words.set(lang, read);
  return read;
}

/** Empty where the file is missing or broken. */
function readJson(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}
