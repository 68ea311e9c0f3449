// The direction of ARCHITECTURE.md: inside lib each folder may use only what stands left of it; a list in the list has no order.
const order = [['config', 'process'], 'database', 'cache', 'i18n', 'content', ['mail', 'payments', 'backup', 'media'], ['blog', 'contact', 'accounts', 'newsletter'], 'auth', 'courses', 'video', 'search', 'checkout', 'admin', 'guards', 'api', 'doctor', 'control', 'jobs'];

const direction = order.flatMap((place, at) => [place].flat().map((folder) => {
  const right = [...[place].flat().filter((other) => other !== folder), ...order.slice(at + 1).flat()];
  return {
    name: `lib-${folder}-looks-left`, severity: 'error',
    from: { path: `^lib/${folder}/`, pathNot: '\\.test\\.tsx?$' }, to: { path: `^lib/(${right.join('|')})/` },
  };
}));

module.exports = {
  forbidden: [
    ...direction,
    // Next loads middleware before the first page: sessions and the database come by import() where a page asks for them.
    { name: 'middleware-starts-light', severity: 'error', from: { path: '^(middleware|lib/guards/(middleware|path-verdict))\\.ts$' }, to: { dynamic: false, pathNot: '^(lib/guards/(middleware|path-verdict)\\.ts$|lib/(language|routes|find-route)\\.ts$|node_modules/)' } },
    { name: 'lib-files-stand-alone', severity: 'error', from: { path: '^lib/[^/]+\\.ts$', pathNot: '\\.test\\.ts$' }, to: { path: '^lib/(?!config/)[^/]+/' } },
    // The HTTP server knows nothing of the domain: configuration, cache, what both share of the process, and files directly under lib.
    { name: 'server-knows-no-domain', severity: 'error', from: { path: '^server/', pathNot: '(\\.test\\.ts$|^server/testing/)' }, to: { path: '^(app/|generated/|lib/(?!config/|process/|cache/(invalidate|page-context|memoize)\\.ts)[^/]+/)' } },
    { name: 'server-is-the-entry', severity: 'error', from: { pathNot: '^(server/|scripts/|bench/|e2e/)' }, to: { path: '^server/' } },
    { name: 'lib-never-back-to-app', severity: 'error', from: { path: '^lib/', pathNot: '\\.(test|fixture)\\.tsx?$' }, to: { path: '^(app|e2e|bench)/' } },
    { name: 'mocks-only-in-tests', severity: 'error', from: { path: '^(app|lib|prisma|server|middleware|instrumentation)', pathNot: '(\\.(test|fixture)\\.tsx?$|^lib/testing/)' }, to: { path: '^mocks/' } },
    { name: 'mocks-stand-alone', severity: 'error', from: { path: '^mocks/' }, to: { path: '^(app|lib|prisma)/' } },
    { name: 'pages-never-touch-the-database', severity: 'error', from: { path: '^app/', pathNot: '\\.test\\.tsx?$' }, to: { path: '^(lib/database/|generated/)' } },
    { name: 'paymob-ends-in-its-folder', severity: 'error', from: { path: '^(app|lib|server|middleware|instrumentation)', pathNot: '(^lib/payments/(paymob/|providers\\.ts)|^lib/testing/|\\.(test|fixture)\\.tsx?$)' }, to: { path: '^lib/payments/paymob/' } },
    // Inside checkout: pricing < orders < (coupons, gifts, reminders, receipts) < settlement < refunds, purchase.
    { name: 'pricing-looks-left', severity: 'error', from: { path: '^lib/checkout/pricing/', pathNot: '\\.test\\.ts$' }, to: { path: '^lib/checkout/(orders|coupons|gifts|settlement|refunds|purchase)/' } },
    { name: 'coupons-look-left', severity: 'error', from: { path: '^lib/checkout/coupons/', pathNot: '\\.test\\.ts$' }, to: { path: '^lib/checkout/(settlement|refunds|purchase)/' } },
    { name: 'seats-look-left', severity: 'error', from: { path: '^lib/checkout/seats/', pathNot: '\\.test\\.ts$' }, to: { path: '^lib/checkout/(reminders|receipts|settlement|refunds|purchase)/' } },
    { name: 'gifts-look-left', severity: 'error', from: { path: '^lib/checkout/gifts/', pathNot: '\\.test\\.ts$' }, to: { path: '^lib/checkout/(coupons|reminders|receipts|settlement|refunds|purchase)/' } },
    { name: 'reminders-look-left', severity: 'error', from: { path: '^lib/checkout/reminders/', pathNot: '\\.test\\.ts$' }, to: { path: '^lib/checkout/(coupons|gifts|settlement|refunds|purchase)/' } },
    { name: 'receipts-look-left', severity: 'error', from: { path: '^lib/checkout/receipts/', pathNot: '\\.test\\.ts$' }, to: { path: '^lib/checkout/(coupons|gifts|reminders|settlement|refunds|purchase)/' } },
    { name: 'orders-look-left', severity: 'error', from: { path: '^lib/checkout/orders/', pathNot: '\\.test\\.ts$' }, to: { path: '^lib/checkout/(coupons|gifts|reminders|receipts|settlement|refunds|purchase)/' } },
    { name: 'settlement-looks-left', severity: 'error', from: { path: '^lib/checkout/settlement/', pathNot: '\\.test\\.ts$' }, to: { path: '^lib/checkout/(refunds|purchase)/' } },
    { name: 'refunds-and-purchase-are-apart', severity: 'error', from: { path: '^lib/checkout/(refunds|purchase)/', pathNot: '\\.test\\.ts$' }, to: { path: '^lib/checkout/(refunds|purchase)/', pathNot: '^lib/checkout/$1/' } },
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
