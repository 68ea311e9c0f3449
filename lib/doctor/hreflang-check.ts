import 'server-only';
import { config } from '@/lib/config/config';
import { bad, ok, warn, type Check, type Finding } from './check';

/** Translations name each other, in the sitemap that the running service sends. */
export const hreflangCheck: Check = {
  name: 'hreflang',
  async run() {
    const { port } = config();
    let xml: string;
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/sitemap.xml`, { signal: AbortSignal.timeout(8000) });
      if (!answer.ok) return [bad(`/sitemap.xml answers ${answer.status}`)];
      xml = await answer.text();
    } catch {
      return [warn(`not checked: no service answers on port ${port}`)];
    }
    return hreflangFindings(xml);
  },
};

export function hreflangFindings(xml: string): Finding[] {
  const pages = new Map([...xml.matchAll(/<url>(.*?)<\/url>/gs)].map(([, entry = '']) => [locationOf(entry), alternatesOf(entry)]));
  const findings = [...pages].flatMap(([page, alternates]) =>
    [...alternates].flatMap(([lang, other]) => {
      if (other === page || lang === 'x-default') return [];
      const back = pages.get(other);
      if (!back) return [bad(`${page} names ${other} as its ${lang} form, which is not in the sitemap`)];
      return [...back.values()].includes(page) ? [] : [bad(`${page} names ${other}, which does not name it back`)];
    }),
  );
  if (pages.size === 0) return [bad('the sitemap is empty')];
  return findings.length > 0 ? findings : [ok(`${pages.size} pages and their translations name each other`)];
}

const locationOf = (entry: string): string => /<loc>(.*?)<\/loc>/s.exec(entry)?.[1]?.trim() ?? '';

function alternatesOf(entry: string): Map<string, string> {
  return new Map(
    [...entry.matchAll(/<xhtml:link\b[^>]*>/g)].map(([tag]) => [
      /hreflang="([^"]*)"/.exec(tag)?.[1] ?? '',
      /href="([^"]*)"/.exec(tag.replace(/hreflang="[^"]*"/, ''))?.[1] ?? '',
    ]),
  );
}
