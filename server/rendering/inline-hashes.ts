import { createHash } from 'node:crypto';
import type { InlineSources } from './content-security-policy';

const hashOf = (content: string): string => `'sha256-${createHash('sha256').update(content, 'utf8').digest('base64')}'`;

/** As long as a nonce. */
const blank = '0'.repeat(32);

/** Without its nonce the same page always has the same bytes, and the same entity tag. */
export const withoutNonce = (text: string, nonce: string): string => text.replaceAll(` nonce="${nonce}"`, '').replaceAll(nonce, blank);

/** The inline scripts or styles that have the nonce, for the policy. */
export function hashesOf(html: string, tag: 'script' | 'style', nonce: string): string[] {
  const withNonce = new RegExp(`<${tag}(?=[^>]*\\snonce="${nonce}")(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g');
  const contents = [...html.matchAll(withNonce)].map(([, content = '']) => withoutNonce(content, nonce));
  return [...new Set(contents.filter((content) => content !== '').map(hashOf))];
}

/**
 * Turns a page that was rendered with a nonce into one for everybody: each inline script and style with the nonce is
 * allowed by its hash. One without was not written by us (a hole in sanitising, say): it gets no hash and does not run.
 */
export function replaceNonce(html: string, nonce: string): { html: string; inline: InlineSources } {
  return { html: withoutNonce(html, nonce), inline: { script: hashesOf(html, 'script', nonce), style: hashesOf(html, 'style', nonce) } };
}
