import { existsSync } from 'node:fs';
import { PHASE_PRODUCTION_SERVER } from 'next/constants.js';

const isDevelopment = process.env.NODE_ENV === 'development';

/** The HTTP server handles headers, compression and caching. The build inlines no environment variable. */
const site = {
  poweredByHeader: false,
  compress: false,
  generateEtags: false,
  reactStrictMode: true,
  serverExternalPackages: ['@electric-sql/pglite', 'pglite-prisma-adapter', '@node-rs/argon2', 'nodemailer', 'pdfkit'],
  // Never stream metadata into the body, because crawlers and link previews read only the head.
  htmlLimitedBots: /.*/,
  // `npm test` checks types.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  experimental: {
    // Server maps take a third of the build, and no release contains them.
    turbopackSourceMaps: isDevelopment,
    // Cache only for a second build: writing the cache takes a third of the first one.
    turbopackFileSystemCacheForBuild: existsSync('.next/BUILD_ID'),
    // Load each route on its first request: loading all at start takes 0.7 s.
    preloadEntriesOnStart: false,
    // Split CSS by what pages share: pages inline their styles, so more chunks cost no requests.
    cssChunking: { type: 'graph', requestCost: 2000 },
  },
  // Exclude the content editor's .dev.ts files from production builds (row O1).
  pageExtensions: isDevelopment ? ['dev.tsx', 'dev.ts', 'tsx', 'ts'] : ['tsx', 'ts'],
};

/** Loads next-intl's plugin only for the build, so that a server needs neither it nor its compiler (35 MB). */
export default async function configuration(phase) {
  if (phase === PHASE_PRODUCTION_SERVER) return site;
  const { default: createNextIntlPlugin } = await import('next-intl/plugin');
  return createNextIntlPlugin('./lib/i18n/request.ts')(site);
}
