import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const include = ['{app,components,lib,server,mocks,prisma,scripts,bench,tests}/**/*.test.{ts,tsx}', '*.test.ts'];

/** These tests need their own process: threads share its umask, and Pango reads only the process's environment. */
const ownProcess = ['lib/operations/control/**/*.test.ts', 'lib/pictures/drawing/share-picture.test.ts'];

export default defineConfig({
  resolve: {
    alias: {
      '@': resolvePath('.').replace(/\/$/, ''),
      'server-only': resolvePath('tests/support/vitest/empty-module.ts'),
    },
  },
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    globalSetup: ['tests/support/vitest/global-setup.ts'],
    setupFiles: ['tests/support/vitest/setup.ts'],
    env: { AUTH_SECRET: 'a-secret-for-tests-of-32-characters!', NODE_ENV: 'test', DATA_DIR: 'var/test' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Tests wait a third of their time, so use one worker more than two processors.
    maxWorkers: 3,
    projects: [
      // Threads share PGlite's compiled code, which costs each process 2 s. Measured: a third less processor time.
      {
        extends: true,
        test: {
          name: 'unit',
          pool: 'threads',
          include,
          exclude: ownProcess,
        },
      },
      { extends: true, test: { name: 'process', pool: 'forks', include: ownProcess } },
    ],
  },
});
