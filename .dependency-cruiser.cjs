// The direction of the house (architecture.md): inside lib each room may use only what stands left of it.
const rooms = ['forms', 'i18n', 'content', 'mail', 'paymob', 'storage', 'blog', 'contact', 'accounts', 'sessions', 'courses', 'media', 'checkout', 'admin', 'guards', 'doctor', 'control', 'jobs'];
const side = { paymob: 'mail', storage: 'mail', contact: 'blog', accounts: 'blog' };
const rank = (room) => rooms.indexOf(side[room] ?? room);

const direction = rooms.map((room) => {
  const right = rooms.filter((other) => other !== room && (rank(other) > rank(room) || (rank(other) === rank(room))));
  return {
    name: `lib-${room}-looks-left`, severity: 'error',
    from: { path: `^lib/${room}/`, pathNot: '\\.test\\.tsx?$' }, to: { path: `^lib/(${right.join('|')})/` },
  };
});

module.exports = {
  forbidden: [
    ...direction,
    // Next loads middleware before the first page: sessions and the database come by import() where a page asks for them.
    { name: 'middleware-starts-light', severity: 'error', from: { path: '^(middleware|lib/guards/(middleware|path-verdict|guarded-areas|site-paths))\\.ts$' }, to: { dynamic: false, pathNot: '^(lib/guards/(middleware|path-verdict|guarded-areas|site-paths)\\.ts$|lib/language\\.ts$|node_modules/)' } },
    { name: 'kernel-stands-alone', severity: 'error', from: { path: '^lib/[^/]+\\.ts$', pathNot: '\\.test\\.ts$' }, to: { path: '^lib/[^/]+/' } },
    { name: 'front-has-no-database', severity: 'error', from: { path: '^lib/http/', pathNot: '\\.test\\.ts$' }, to: { path: '^(generated/|lib/db|lib/(?!http/)[^/]+/)' } },
    { name: 'server-imports-http-only', severity: 'error', from: { path: '^server\\.ts$' }, to: { path: '^(app|lib/(?!http/|guards/path-verdict\\.ts|config\\.ts|log\\.ts|secrets\\.ts))' } },
    { name: 'lib-never-back-to-app', severity: 'error', from: { path: '^lib/', pathNot: '\\.(test|fixture)\\.tsx?$' }, to: { path: '^(app|e2e|bench)/' } },
    { name: 'mocks-only-in-tests', severity: 'error', from: { path: '^(app|lib|prisma|middleware|instrumentation|server)', pathNot: '(\\.(test|fixture)\\.tsx?$|^lib/testing/)' }, to: { path: '^mocks/' } },
    { name: 'mocks-stand-alone', severity: 'error', from: { path: '^mocks/' }, to: { path: '^(app|lib|prisma)/' } },
    { name: 'pages-never-touch-the-database', severity: 'error', from: { path: '^app/', pathNot: '\\.test\\.tsx?$' }, to: { path: '^(lib/db|generated/)' } },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { pathNot: '^generated/' } } },
    { name: 'no-barrels', severity: 'error', from: { path: '^(app|lib|mocks)/' }, to: { path: '^(app|lib|mocks)/.*index\\.tsx?$' } },
    { name: 'no-vague-rooms', severity: 'error', from: {}, to: { path: '^(app|lib|mocks|prisma)/.*(utils|helpers|misc|constants)', pathNot: 'node_modules' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules|generated' },
    exclude: { path: '\\.next|dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
