// Import order (ARCHITECTURE.md): folders import only earlier ones. Folders in an inner list never import each other.
const order = [
  'process',
  'config',
  'database',
  'cache',
  // These two import each other: interface texts are content files, and checks of content read interface texts.
  '(content|i18n)',
  ['mail', 'payments', 'backup'],
  'pictures',
  ['articles', 'contact', 'newsletter'],
  'accounts',
  // These two import each other: certificates require passed quizzes, and quizzes require enrolment.
  '(courses|quizzes)',
  'lessons',
  'search',
  'orders',
];
const top = ['guards', 'api', 'operations', 'jobs'];

const ordersOrder = [
  'pricing',
  'reminders',
  ['coupons', 'gifts', 'seats', 'receipts'],
  'settlement',
  ['refunds', 'checkout'],
];

const tests = '\\.test\\.tsx?$';

const looksLeft = (parent, places, above = []) =>
  places.flatMap((place, at) =>
    [place].flat().map((folder) => {
      const right = [...[place].flat().filter((other) => other !== folder), ...places.slice(at + 1).flat(), ...above];
      return {
        name: `${parent}/${folder}-looks-left`.replaceAll(/\W+/g, '-'),
        severity: 'error',
        from: { path: `^${parent}/${folder}(/|\\.ts$)`, pathNot: `(${tests}|^lib/\\w+/admin/)` },
        to: { path: `^${parent}/(${right.join('|')})(/|\\.ts$)` },
      };
    }),
  );

module.exports = {
  forbidden: [
    ...looksLeft('lib', order, ['\\w+/admin', 'admin', ...top]),
    ...looksLeft('lib', top),
    {
      name: 'administration-looks-left',
      severity: 'error',
      from: { path: '^lib/(\\w+/admin|admin)/', pathNot: tests },
      to: { path: `^lib/(${top.join('|')})/`, pathNot: '^lib/operations/admin/' },
    },
    ...looksLeft('lib/orders', ordersOrder),
    // Next loads proxy.ts before the first page, so it imports sessions and the database on demand.
    {
      name: 'proxy-starts-light',
      severity: 'error',
      from: { path: '^(proxy|lib/guards/(proxy|path-verdict))\\.ts$' },
      to: {
        dynamic: false,
        pathNot: '^(lib/guards/(proxy|path-verdict)\\.ts$|lib/(language|routes|find-route)\\.ts$|node_modules/)',
      },
    },
    {
      name: 'lib-files-stand-alone',
      severity: 'error',
      from: { path: '^lib/[^/]+\\.ts$', pathNot: '\\.test\\.ts$' },
      to: { path: '^lib/(?!config/)[^/]+/' },
    },
    // `npm run build` and `npm run demo` install no development dependencies. Only tests start the mock of the media bucket.
    {
      name: 'program-needs-no-development-package',
      severity: 'error',
      from: {
        path: '^(app|components|lib|server|mocks|proxy|instrumentation)',
        pathNot: `(${tests}|^mocks/media-bucket|/testing/)`,
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
    },
    // The HTTP server shares only configuration, cache, texts, process state and files directly under lib.
    {
      name: 'server-knows-no-domain',
      severity: 'error',
      from: { path: '^server/', pathNot: '(\\.test\\.ts$|^server/testing/)' },
      to: {
        path: '^(app/|generated/|lib/(?!config/|process/|cache/(invalidate|page-context|memoize)\\.ts)[^/]+/)',
      },
    },
    {
      name: 'server-is-the-entry',
      severity: 'error',
      from: { pathNot: '^(server/|scripts/|bench/|e2e/)' },
      to: { path: '^server/' },
    },
    {
      name: 'components-never-back-to-app',
      severity: 'error',
      from: { path: '^components/', pathNot: tests },
      to: { path: '^(app|e2e|bench|server)/' },
    },
    {
      name: 'lib-never-back-to-app',
      severity: 'error',
      from: { path: '^lib/', pathNot: '\\.(test|fixture)\\.tsx?$' },
      to: { path: '^(app|components|e2e|bench)/' },
    },
    {
      name: 'mocks-only-in-tests',
      severity: 'error',
      from: {
        path: '^(app|components|lib|prisma|server|proxy|instrumentation)',
        pathNot: '(\\.(test|fixture)\\.tsx?$|^tests/support/)',
      },
      to: { path: '^mocks/' },
    },
    {
      name: 'mocks-stand-alone',
      severity: 'error',
      from: { path: '^mocks/' },
      to: { path: '^(app|components|lib|prisma)/' },
    },
    {
      name: 'pages-never-touch-the-database',
      severity: 'error',
      from: { path: '^(app|components)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(lib/database/|generated/)' },
    },
    {
      name: 'payment-providers-end-in-their-folders',
      severity: 'error',
      from: {
        path: '^(app|components|lib|server|proxy|instrumentation)',
        pathNot: '(^lib/payments/([^/]+/|providers\\.ts)|^tests/support/|\\.(test|fixture)\\.tsx?$)',
      },
      to: { path: '^lib/payments/[^/]+/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { pathNot: '^generated/' } } },
    {
      name: 'no-barrels',
      severity: 'error',
      from: { path: '^(app|components|lib|mocks)/' },
      to: { path: '^(app|components|lib|mocks)/.*index\\.tsx?$' },
    },
    {
      name: 'no-vague-names',
      severity: 'error',
      from: {},
      to: { path: '^(app|components|lib|mocks|prisma)/.*(utils|helpers|misc|constants)', pathNot: 'node_modules' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules|generated' },
    exclude: { path: '^(\\.next|dist)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
