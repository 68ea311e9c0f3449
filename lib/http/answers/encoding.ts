export type Encoding = 'br' | 'gzip' | 'identity';

const known = new Map<string, Encoding>();
const KNOWN_LIMIT = 500;

function weights(header: string): Map<string, number> {
  const result = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const q = parameters.find((text) => text.startsWith('q='));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    if (name !== '') result.set(name, Number.isFinite(weight) ? weight : 0);
  }
  return result;
}

function choose(header: string): Encoding {
  const asked = weights(header);
  const any = asked.get('*') ?? 0;
  if ((asked.get('br') ?? any) > 0) return 'br';
  if ((asked.get('gzip') ?? any) > 0) return 'gzip';
  return 'identity';
}

/** The best encoding that `Accept-Encoding` allows. Browsers send few different headers, so answers are remembered. */
export function chooseEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  const remembered = known.get(header);
  if (remembered !== undefined) return remembered;
  const chosen = choose(header);
  if (known.size >= KNOWN_LIMIT) known.clear();
  known.set(header, chosen);
  return chosen;
}
