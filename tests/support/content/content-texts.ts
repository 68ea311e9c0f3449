/** Returns the dotted paths of all leaves; list indexes become `[]`. */
export function listKeys(value: unknown, path = ''): string[] {
  if (Array.isArray(value))
    return [...new Set(value.flatMap((each) => listKeys(each, `${path}[]`)))]
      .concat(`${path}.length=${value.length}`)
      .sort();
  if (value !== null && typeof value === 'object') {
    return Object.entries(value)
      .flatMap(([key, each]) => listKeys(each, path ? `${path}.${key}` : key))
      .sort();
  }
  return [path];
}

export function listLeaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(listLeaves) : [];
}

const names = new Set([
  'id',
  'type',
  'fileName',
  'file',
  'category',
  'courseName',
  'productKey',
  'path',
  'name',
  'createdBy',
  'author',
  'titleTr',
  'route',
  'key',
  'formerSlugs',
  'level',
  'spokenLanguage',
  'client',
  'company',
  'usedServices',
  'colour',
  'focus',
  'layout',
  'twitter:card',
  'og:type',
]);
const isPath = /^(?:\/|https?:|mailto:|tel:)/;

/** Returns the visible texts. Splits HTML into blocks, and skips names, paths and keys. */
export function listParagraphs(value: unknown): string[] {
  if (typeof value === 'string') {
    if (isPath.test(value)) return [];
    return value
      .split(/<\/?(?:p|h\d|li|ul|ol|td|th|tr|table|thead|tbody|blockquote)[^>]*>/)
      .map((text) => text.replace(/<[^>]+>/g, '').trim())
      .filter((text) => /\p{L}/u.test(text));
  }
  if (Array.isArray(value)) return value.flatMap(listParagraphs);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, each]) => (names.has(key) ? [] : listParagraphs(each)));
}
