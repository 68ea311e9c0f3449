import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parser } from 'typescript-eslint';
import { describe, expect, test } from 'vitest';

/** Checks that everything cited in documents and code exists. */
const roots = [
  'app',
  'bench',
  'components',
  'content',
  'deploy',
  'docs',
  'e2e',
  'lib',
  'mocks',
  'prisma',
  'scripts',
  'server',
  'tests',
];
const self = 'scripts/checks/documents.test.ts';

function listFiles(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).replaceAll('\\', '/'))
    : [];
}

const files = [...readdirSync('.'), ...roots.flatMap(listFiles)].filter((file) => file !== self);
const read = (file: string) => readFileSync(file, 'utf8');
const isCode = (file: string) => /\.(?:ts|tsx|mjs|cjs)$/.test(file) && !file.endsWith('next-env.d.ts');
const code = files.filter(isCode);
const otherText = files.filter((file) =>
  /(?:\.(?:css|sql|prisma|conf|service|timer|ya?ml)|Containerfile|\.env\.example)$/.test(file),
);
const documents = files.filter((file) => file.endsWith('.md'));
/** The changelog may mention what no longer exists. */
const current = documents.filter((file) => file !== 'CHANGELOG.md');

interface Passage {
  readonly place: string;
  readonly text: string;
}

interface CommentParser {
  parseForESLint(
    text: string,
    options: object,
  ): { ast: { comments?: { value: string; loc: { start: { line: number } } }[] } };
}

const typescript = parser as CommentParser;
const findLineNumber = (text: string, offset: number) => text.slice(0, offset).split('\n').length;
const comments = /\/\*[\s\S]*?\*\/|(?:^|\s)(?:--|#|\/\/).*$/gm;
const titles = /\b(?:describe|it|test)(?:\.\w+)*(?:\([^'"`\n]*\))?\(\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`)/g;

function listComments(file: string): Passage[] {
  const text = read(file);
  if (!isCode(file))
    return [...text.matchAll(comments)].map(({ 0: comment, index }) => ({
      place: `${file}:${findLineNumber(text, index)}`,
      text: comment,
    }));
  const { ast } = typescript.parseForESLint(text, {
    comment: true,
    loc: true,
    range: true,
    jsx: !file.endsWith('.ts'),
    filePath: file,
  });
  return (ast.comments ?? []).map(({ value, loc }) => ({ place: `${file}:${loc.start.line}`, text: value }));
}

function listTitles(file: string): Passage[] {
  const text = read(file);
  return [...text.matchAll(titles)].map(({ 1: single, 2: double, 3: template, index }) => ({
    place: `${file}:${findLineNumber(text, index)}`,
    text: (single ?? double ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, ' '),
  }));
}

const passages = [...code, ...otherText].flatMap(listComments);
const testTitles = code.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file)).flatMap(listTitles);
const sections = current.map((file): Passage => ({ place: file, text: read(file) }));

const listCited = (places: readonly Passage[], pattern: RegExp) =>
  places.flatMap(({ place, text }) => [...text.matchAll(pattern)].map((match) => ({ place, match })));
const findUnknown = (places: readonly Passage[], pattern: RegExp, isKnown: (found: string, place: string) => boolean) =>
  listCited(places, pattern).flatMap(({ place, match }) => {
    const found = match[1] ?? match[0];
    return isKnown(found, place) ? [] : [`${place}: ${found}`];
  });

/** Excludes `V8`, the JavaScript engine. */
const rowId = /\b(?!V8\b)(?:[A-DGLNOPSVX]|[IMR](?=\d))\d{1,2}\b/g;
const rows = new Set(
  ['docs/requirements.md', 'docs/security.md']
    .filter((file) => existsSync(file))
    .flatMap((file) => [...read(file).matchAll(/^\| ([A-Z]\d{1,2}) \|/gm)].map(([, id]) => id)),
);

describe('requirement ids', () => {
  test('each id cited by a comment, a test or a document is in docs/requirements.md or docs/security.md', () => {
    expect(findUnknown([...passages, ...testTitles, ...sections], rowId, (id) => rows.has(id))).toEqual([]);
  });

  test('no id is defined twice', () => {
    const all = ['docs/requirements.md', 'docs/security.md'].flatMap((file) =>
      [...read(file).matchAll(/^\| ([A-Z]\d{1,2}) \|/gm)].map(([, id]) => id),
    );
    expect(all.filter((id, index) => all.indexOf(id) !== index)).toEqual([]);
  });
});

describe('documents', () => {
  const existsBeside = (name: string, place: string) =>
    existsSync(name) || (place.endsWith('.md') && existsSync(join(dirname(place), name)));

  test('each document named by code or a document is in the repository', () => {
    expect(
      findUnknown([...passages, ...testTitles, ...sections], /(?<![\w*./[-])[\w./-]+\.md\b/g, existsBeside),
    ).toEqual([]);
  });

  test('no comment cites sections or issues from outside the repository', () => {
    expect(findUnknown(passages, /\b(?:spec(?:ification)?|section|the issue|issue) \(?\d+/gi, () => false)).toEqual([]);
  });

  test('each cited decision is in docs/decisions and in its index, under a unique number', () => {
    const numbers = readdirSync('docs/decisions')
      .filter((name) => name !== 'README.md')
      .map((name) => name.slice(0, 3));
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
    expect(
      findUnknown([...passages, ...sections], /\bdecisions?[ /](\d{3})/g, (number) => numbers.includes(number)),
    ).toEqual([]);
    expect(
      readdirSync('docs/decisions').filter(
        (name) => name !== 'README.md' && !read('docs/decisions/README.md').includes(`(${name})`),
      ),
    ).toEqual([]);
  });

  test('each relative link leads to a file and its anchor to a heading', () => {
    const buildAnchor = (heading: string) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .trim()
        .replaceAll(' ', '-');
    const isThere = (target: string, place: string) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? place : normalize(join(dirname(place), path));
      return (
        existsSync(file) &&
        (anchor === undefined ||
          [...read(file).matchAll(/^#+ (.*)$/gm)].some(([, heading = '']) => buildAnchor(heading) === anchor))
      );
    };
    expect(
      findUnknown(
        documents.map((file) => ({ place: file, text: read(file) })),
        /\]\((?!https?:|mailto:)([^)\s]+)\)/g,
        isThere,
      ),
    ).toEqual([]);
  });

  test('each path that a document names is in the repository', () => {
    expect(
      findUnknown(sections, new RegExp(`\`((?:${roots.join('|')})/[\\w.()[\\]/-]+)\``, 'g'), existsBeside),
    ).toEqual([]);
  });

  test('each npm command named by code or a document is in package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(
      findUnknown(
        [...code.map((file) => ({ place: file, text: read(file) })), ...sections],
        /\bnpm run (?:-s )?([a-z](?:[\w-]|:(?=\w))*)/g,
        (name) => Object.hasOwn(scripts, name),
      ),
    ).toEqual([]);
  });
});
