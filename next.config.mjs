import { PHASE_PRODUCTION_SERVER } from 'next/constants.js';

/** The HTTP server handles headers, compression and caching. No environment variable is fixed at build. */
const site = {
  poweredByHeader: false,
  compress: false,
  generateEtags: false,
  reactStrictMode: true,
  serverExternalPackages: ['@electric-sql/pglite', 'pglite-prisma-adapter', '@node-rs/argon2', 'nodemailer', 'pdfkit'],
  // Crawlers and link previews read the head only, so stream nothing into the body.
  htmlLimitedBots: /.*/,
  // `npm test` checks types.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  experimental: {
    // Loading every route at start takes 0.7 s; load each on its first request.
    preloadEntriesOnStart: false,
    // Chunks by what pages share: pages inline their styles, so chunks cost no request.
    cssChunking: { type: 'graph', requestCost: 2000 },
  },
  // The content editor's .dev.ts files are not part of a production build (row O1).
  pageExtensions: process.env.NODE_ENV === 'development' ? ['dev.tsx', 'dev.ts', 'tsx', 'ts'] : ['tsx', 'ts'],
};

/** Only the build needs next-intl's plugin and its compiler (35 MB). */
export default async function configuration(phase) {
  if (phase === PHASE_PRODUCTION_SERVER) return site;
  const { default: createNextIntlPlugin } = await import('next-intl/plugin');
  return createNextIntlPlugin('./lib/i18n/request.ts')(site);
}
