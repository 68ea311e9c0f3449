import next from '@next/eslint-plugin-next';
import hooks from 'eslint-plugin-react-hooks';
import importSort from 'eslint-plugin-simple-import-sort';
import typescript from 'typescript-eslint';

const restrict = (patterns) => ['error', { patterns }];
const absolute = '/^\\u002F(usr|s?bin|opt|Applications)\\u002F/';
const useLookup =
  'Paths of programs differ between systems: use findProgram (scripts/environment/programs.mjs) or findChromium (scripts/environment/browser.mjs).';
const cookieReader = 'Only lib/accounts/sessions/cookies.ts reads cookies: use findCookie or readPageCookie.';
const storageReader = 'Browsers may refuse storage: use components/storage/browser-storage.ts, which never throws.';
const storages = ['localStorage', 'sessionStorage'];
const useFileUrl = 'URLs escape spaces and umlauts in paths: use fileURLToPath.';

const systemPaths = [
  { selector: `Literal[value=${absolute}], TemplateElement[value.cooked=${absolute}]`, message: useLookup },
  {
    selector:
      "MemberExpression[property.name='pathname'] > NewExpression:has(MetaProperty), VariableDeclarator[id.type='ObjectPattern'] > NewExpression:has(MetaProperty)",
    message: useFileUrl,
  },
];
// If `Promise.all([…])` awaits one element, the rejection of an earlier element is unhandled until then.
const promises = "CallExpression[callee.object.name='Promise'] > ArrayExpression";
const awaitBetween = {
  selector: `${promises} > AwaitExpression, ${promises} > CallExpression > AwaitExpression`,
  message: 'Await it before the list, or an earlier rejection is unhandled.',
};
const everywhere = [...systemPaths, awaitBetween];

// Names that end in s are taken for lists, which may be sliced. The names excepted in `oneText` hold only ASCII.
const useTruncate = 'Slicing can cut an emoji in half: use truncate (lib/text.ts).';
const upTo =
  "[arguments.0.value=0]:matches([arguments.1.type='Literal'], [arguments.1.name=/^(most|max|longest|quoted|shown|preview)/])";
const oneText = '/^(?!(commit|digest|found|ladder|latin|since|unchanged)$).*[^s]$/';
const textReceivers = [
  `[callee.object.name=${oneText}]`,
  `[callee.object.property.name=${oneText}]`,
  "[callee.object.right.value='']",
  "[callee.object.type='TemplateLiteral']",
  "[callee.object.type='BinaryExpression']",
  "[callee.object.type='ConditionalExpression']",
  '[callee.object.callee.property.name=/^(trim|trimEnd|trimStart|toLowerCase|toUpperCase|replace|replaceAll|normalize|join|toString|at)$/]',
  "[callee.object.callee.name='String']",
];
const cutTexts = [
  { selector: 'CallExpression[callee.property.name=/^(substring|substr)$/]', message: useTruncate },
  ...textReceivers.map((receiver) => ({
    selector: `CallExpression[callee.property.name='slice']${upTo}${receiver}`,
    message: useTruncate,
  })),
];

export default typescript.config(
  {
    ignores: [
      '.next/',
      'dist/',
      'generated/',
      'node_modules/',
      'var/',
      'public/',
      'media/',
      'next-env.d.ts',
      'test-results/',
      'playwright-report/',
    ],
  },
  ...typescript.configs.strict,
  {
    plugins: { '@next/next': next, 'simple-import-sort': importSort },
    rules: {
      // Style sheets come last, so that those of a component overrule those of its parts.
      'simple-import-sort/imports': ['error', { groups: [['^\\u0000', '^node:', '^@?\\w', '^@/', '^\\.', '\\.css$']] }],
      ...next.configs.recommended.rules,
      '@next/next/no-html-link-for-pages': 'off',
      // Pictures are SVG or already sized; there is no image optimiser.
      '@next/next/no-img-element': 'off',
      'object-shorthand': ['error', 'properties'],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { varsIgnorePattern: '^_', argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      'no-console': 'error',
      '@typescript-eslint/no-dynamic-delete': 'off',
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', ...everywhere],
    },
  },
  {
    files: ['scripts/environment/programs.mjs', 'scripts/environment/browser.mjs'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  { files: ['app/**', 'components/**'], plugins: { 'react-hooks': hooks }, rules: hooks.configs.recommended.rules },
  {
    // Public pages must be the same for every visitor, because the page cache stores them.
    files: [
      'app/[[]lang[]]/(site)/**',
      'app/[[]lang[]]/(offline)/**',
      'app/[[]lang[]]/layout.tsx',
      'components/chrome/**',
      'components/cookie-consent/**',
      'components/blocks/**',
      'components/articles/**',
      'components/contact/**',
    ],
    rules: {
      'no-restricted-imports': restrict([
        {
          group: ['next/headers', '@/lib/accounts/sessions/*', 'next-auth', 'next-auth/*'],
          message: 'Cached pages must not contain personal data.',
        },
      ]),
    },
  },
  {
    files: ['app/**', 'components/**', 'lib/**', 'proxy.ts'],
    ignores: ['lib/accounts/sessions/cookies.ts', '**/*.test.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { paths: [{ name: 'next/headers', importNames: ['cookies'], message: cookieReader }] },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'request', property: 'cookies', message: cookieReader },
        ...storages.flatMap((property) =>
          ['window', 'globalThis', 'self'].map((object) => ({ object, property, message: storageReader })),
        ),
      ],
      'no-restricted-globals': ['error', ...storages.map((name) => ({ name, message: storageReader }))],
      'no-restricted-syntax': [
        'error',
        ...everywhere,
        ...cutTexts,
        { selector: "CallExpression[callee.property.name='get'] > Literal[value='cookie']", message: cookieReader },
      ],
    },
  },
  {
    files: ['server/**'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, ...cutTexts] },
  },
  {
    files: [
      'components/storage/browser-storage.ts',
      'components/chrome/document/head-script.ts',
      'components/cookie-consent/visit-script.ts',
    ],
    rules: { 'no-restricted-globals': 'off' },
  },
  // This module reads the language cookie itself, because importing the session code would slow the first page.
  { files: ['lib/guards/proxy.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['**/*.test.{ts,tsx}', 'e2e/**', 'bench/**', 'scripts/**', 'mocks/**', 'prisma/*.ts', '*.mjs'],
    rules: { 'no-console': 'off' },
  },
  // A fixed wait is too long on a fast machine and too short on a slow one.
  {
    files: ['e2e/**/*.spec.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { property: 'waitForTimeout', message: 'Use a web-first assertion or expect.poll.' },
      ],
    },
  },
);
