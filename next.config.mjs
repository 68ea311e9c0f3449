import createNextIntlPlugin from 'next-intl/plugin';

const withNextIntl = createNextIntlPlugin('./lib/i18n/request.ts');

/** Headers, compression and caching are the front's (server.ts); nothing of the environment is fixed at build. */
export default withNextIntl({
  poweredByHeader: false,
  compress: false,
  generateEtags: false,
  reactStrictMode: true,
  serverExternalPackages: ['@electric-sql/pglite', 'pglite-prisma-adapter', '@prisma/schema-engine-wasm', '@node-rs/argon2', 'nodemailer'],
  // Crawlers and link previews read the head; nothing is streamed into the body after it.
  htmlLimitedBots: /.*/,
  // `npm test` checks types once, over everything.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
});
