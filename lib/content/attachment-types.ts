const ooxml = (kind: string) => `application/vnd.openxmlformats-officedocument.${kind}`;
const openDocument = (kind: string) => `application/vnd.oasis.opendocument.${kind}`;
const plainText = 'text/plain; charset=utf-8';

const textExtensions = [
  'txt',
  'md',
  'csv',
  'json',
  'jsonc',
  'xml',
  'yaml',
  'yml',
  'toml',
  'ini',
  'html',
  'css',
  'scss',
  'svg',
  'vtt',
  'js',
  'mjs',
  'cjs',
  'jsx',
  'ts',
  'mts',
  'tsx',
  'vue',
  'svelte',
  'py',
  'ipynb',
  'java',
  'kt',
  'swift',
  'dart',
  'c',
  'h',
  'cpp',
  'hpp',
  'cs',
  'go',
  'rs',
  'rb',
  'php',
  'sh',
  'sql',
  'prisma',
  'graphql',
  'diff',
  'patch',
] as const;

/** File types allowed as lesson attachments (N17). Code is served as plain text, so that no browser runs it. */
const types: ReadonlyMap<string, string> = new Map<string, string>([
  ['pdf', 'application/pdf'],
  ['zip', 'application/zip'],
  ['docx', ooxml('wordprocessingml.document')],
  ['xlsx', ooxml('spreadsheetml.sheet')],
  ['pptx', ooxml('presentationml.presentation')],
  ['odt', openDocument('text')],
  ['ods', openDocument('spreadsheet')],
  ['odp', openDocument('presentation')],
  ['doc', 'application/msword'],
  ['xls', 'application/vnd.ms-excel'],
  ['ppt', 'application/vnd.ms-powerpoint'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ...textExtensions.map((extension) => [extension, plainText] as const),
]);

export const attachmentExtensions: readonly string[] = [...types.keys()];

export const extensionOf = (fileName: string): string => /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';

export const attachmentTypeOf = (fileName: string): string | null => types.get(extensionOf(fileName)) ?? null;
