import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const pictures = readdirSync('public/assets/midan', { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.svg'),
);

it('the built-in drawings state their size, are small, and contain no script, text or external reference [C1, X17]', () => {
  expect(pictures.length).toBeGreaterThan(40);
  for (const path of pictures) {
    const svg = readFileSync(`public/assets/midan/${path}`, 'utf8');
    expect(svg, path).toMatch(/^<svg [^>]*viewBox="0 0 [\d.]+ [\d.]+" width="[\d.]+" height="[\d.]+"/);
    expect(svg.length, path).toBeLessThan(20_000);
    expect(svg, path).not.toMatch(/<script|<text|<foreignObject|\son\w+=|href=|url\((?!#)/i);
  }
});
