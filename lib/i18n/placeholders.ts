import { IntlMessageFormat } from 'intl-messageformat';

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

/** The values and tags that the program fills into a message, as they are written: `{name}`, `<link>`. Empty for a message that cannot be read. */
export function placeholdersOf(message: string, lang: string): ReadonlySet<string> {
  try {
    return new Set(new IntlMessageFormat(message, lang).getAst().flatMap(namesIn));
  } catch {
    return new Set();
  }
}

function namesIn(element: Element): string[] {
  if ('children' in element) return [`<${element.value}>`, ...element.children.flatMap(namesIn)];
  if ('options' in element) return [`{${element.value}}`, ...Object.values(element.options).flatMap(({ value }) => value.flatMap(namesIn))];
  // 0 is plain text, 7 the number of a plural.
  return element.type === 0 || element.type === 7 ? [] : [`{${element.value}}`];
}
