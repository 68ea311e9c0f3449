// The direction of ARCHITECTURE.md: inside lib, and inside checkout, each folder may use only what stands left of it; a list in the list has no order.
const order = [['config', 'process', 'text'], 'database', 'cache', 'i18n', 'content', ['mail', 'payments', 'backup', 'media'], ['blog', 'contact', 'accounts', 'newsletter'], 'auth', 'courses', 'video', 'search', 'checkout', 'admin', 'guards', 'api', 'doctor', 'control', 'jobs'];

const checkoutOrder = ['pricing', 'orders', 'reminders', ['coupons', 'gifts', 'seats', 'receipts'], 'settlement', ['refunds', 'purchase']];

const looksLeft = (parent, places) => places.flatMap((place, at) => [place].flat().map((folder) => {
  const right = [...[place].flat().filter((other) => other !== folder), ...places.slice(at + 1).flat()];
  return {
    name: `${parent.replaceAll('/', '-')}-${folder}-looks-left`, severity: 'error',
    from: { path: `^${parent}/${folder}/`, pathNot: '\\.test\\.tsx?$' }, to: { path: `^${parent}/(${right.join('|')})/` },
  };
}));

module.exports = {
  forbidden: [
    ...looksLeft('lib', order),
    ...looksLeft('lib/checkout', checkoutOrder),
    // Next loads middleware before the first page: sessions and the database come by import() where a page asks for them.
    { name: 'middleware-starts-light', severity: 'error', from: { path: '^(middleware|lib/guards/(middleware|path-verdict))\\.ts$' }, to: { dynamic: false, pathNot: '^(lib/guards/(middleware|path-verdict)\\.ts$|lib/(language|routes|find-route)\\.ts$|node_modules/)' } },
    { name: 'lib-files-stand-alone', severity: 'error', from: { path: '^lib/[^/]+\\.ts$', pathNot: '\\.test\\.ts$' }, to: { path: '^lib/(?!config/)[^/]+/' } },
    // The HTTP server knows nothing of the domain: configuration, cache, texts, what both share of the process, and files directly under lib.
    { name: 'server-knows-no-domain', severity: 'error', from: { path: '^server/', pathNot: '(\\.test\\.ts$|^server/testing/)' }, to: { path: '^(app/|generated/|lib/(?!config/|process/|text/|cache/(invalidate|page-context|memoize)\\.ts)[^/]+/)' } },
    { name: 'server-is-the-entry', severity: 'error', from: { pathNot: '^(server/|scripts/|bench/|e2e/)' }, to: { path: '^server/' } },
    { name: 'lib-never-back-to-app', severity: 'error', from: { path: '^lib/', pathNot: '\\.(test|fixture)\\.tsx?$' }, to: { path: '^(app|e2e|bench)/' } },
    { name: 'mocks-only-in-tests', severity: 'error', from: { path: '^(app|lib|prisma|server|middleware|instrumentation)', pathNot: '(\\.(test|fixture)\\.tsx?$|^lib/testing/)' }, to: { path: '^mocks/' } },
    { name: 'mocks-stand-alone', severity: 'error', from: { path: '^mocks/' }, to: { path: '^(app|lib|prisma)/' } },
    { name: 'pages-never-touch-the-database', severity: 'error', from: { path: '^app/', pathNot: '\\.test\\.tsx?$' }, to: { path: '^(lib/database/|generated/)' } },
    { name: 'paymob-ends-in-its-folder', severity: 'error', from: { path: '^(app|lib|server|middleware|instrumentation)', pathNot: '(^lib/payments/(paymob/|providers\\.ts)|^lib/testing/|\\.(test|fixture)\\.tsx?$)' }, to: { path: '^lib/payments/paymob/' } },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { pathNot: '^generated/' } } },
    { name: 'no-barrels', severity: 'error', from: { path: '^(app|lib|mocks)/' }, to: { path: '^(app|lib|mocks)/.*index\\.tsx?$' } },
    { name: 'no-vague-names', severity: 'error', from: {}, to: { path: '^(app|lib|mocks|prisma)/.*(utils|helpers|misc|constants)', pathNot: 'node_modules' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules|generated' },
    exclude: { path: '\\.next|dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
