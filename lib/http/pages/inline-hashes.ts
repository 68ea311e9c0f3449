import { createHash } from 'node:crypto';
import type { InlineSources } from '@/lib/http/answers/policy';

export interface SettledPage {
  readonly html: string;
  readonly inline: InlineSources;
}

function hashOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content, 'utf8').digest('base64')}'`;
}

/** As long as a nonce, so that nothing that counts letters is disturbed. */
const BLANK = '0'.repeat(32);

/** The text without its nonce, so that the same page always gives the same bytes and the same entity tag. */
export function withoutNonce(text: string, nonce: string): string {
  return text.replaceAll(` nonce="${nonce}"`, '').replaceAll(nonce, BLANK);
}

function hashesOf(html: string, tag: 'script' | 'style', nonce: string): string[] {
  const marked = new RegExp(`<${tag}(?=[^>]*\\snonce="${nonce}")(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g');
  const contents = [...html.matchAll(marked)].map(([, content = '']) => withoutNonce(content, nonce));
  return [...new Set(contents.filter((content) => content !== '').map(hashOf))];
}

/**
 * Turns a page made with a nonce into one that can be kept for everybody: each inline script and style that carried
 * the nonce is allowed by its hash. An inline script without it was not written by us (a hole in sanitising, say); it
 * gets no hash, so that browsers refuse it.
 */
export function settleNonce(html: string, nonce: string): SettledPage {
  return {
    html: withoutNonce(html, nonce),
    inline: { script: hashesOf(html, 'script', nonce), style: hashesOf(html, 'style', nonce) },
  };
}
