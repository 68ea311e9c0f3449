import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: { alias: { '@': here('.').replace(/\/$/, ''), 'server-only': here('lib/testing/empty-module.ts') } },
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: ['{app,lib,server,mocks,prisma,scripts,bench}/**/*.test.{ts,tsx}', '*.test.ts'],
    globalSetup: ['lib/testing/global-setup.ts'],
    setupFiles: ['lib/testing/setup.ts'],
    env: { AUTH_SECRET: 'a-secret-for-tests-of-32-characters!', NODE_ENV: 'test', DATA_DIR: 'var/test' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
