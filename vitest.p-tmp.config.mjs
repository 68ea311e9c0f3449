import { defineConfig } from 'vitest/config';
export default defineConfig({ root: '/work/wt/p', resolve: { alias: { 'server-only': '/work/wt/p/node_modules/server-only/empty.js', '@/': '/work/wt/p/' } }, test: { include: ['lib/**/*.test.ts'] } });
