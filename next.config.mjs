import { PHASE_PRODUCTION_SERVER } from 'next/constants.js';

/** Headers, compression and caching are the HTTP server's; nothing of the environment is fixed at build. */
const site = {
  poweredByHeader: false,
  compress: false,
  generateEtags: false,
  reactStrictMode: true,
  serverExternalPackages: ['@electric-sql/pglite', 'pglite-prisma-adapter', '@prisma/schema-engine-wasm', '@node-rs/argon2', 'nodemailer', 'pdfkit'],
  // Crawlers and link previews read the head; nothing is streamed into the body after it.
  htmlLimitedBots: /.*/,
  // `npm test` checks types once, over everything.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  experimental: {
    // Loading every route before the first request costs a start 0.7 s; each is loaded when it is first asked for.
    preloadEntriesOnStart: false,
    // Stylesheets by what pages share, not one of everything: pages have them inline (server/rendering/inline-styles.ts), so a further one costs no request.
    cssChunking: { type: 'graph', requestCost: 2000 },
  },
  // The content editor's files end in .dev.ts: a production build does not know them (row O1).
  pageExtensions: process.env.NODE_ENV === 'development' ? ['dev.tsx', 'dev.ts', 'tsx', 'ts'] : ['tsx', 'ts'],
};

/** next-intl's plugin serves the build alone; the running service need not load it and the compiler it brings (35 MB). */
export default async function configuration(phase) {
  if (phase === PHASE_PRODUCTION_SERVER) return site;
  const { default: createNextIntlPlugin } = await import('next-intl/plugin');
  return createNextIntlPlugin('./lib/i18n/request.ts')(site);
}
