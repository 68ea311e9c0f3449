import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';

export const generateClient = (document: string, folder: string) =>
  createClient({
    input: document,
    output: { path: join(folder, 'client'), tsConfigPath: null },
    logs: { level: 'silent' },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  });

/** @throws Error with the compiler's messages in `stdout` */
export function compileStrictly(folder: string, types: string[]): void {
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        module: 'esnext',
        moduleResolution: 'bundler',
        target: 'es2022',
        lib: ['es2023', 'dom', 'dom.iterable'],
        types,
      },
      include: ['.'],
    }),
  );
  execFileSync(process.execPath, ['node_modules/typescript-7/bin/tsc', '--project', folder], {
    stdio: 'pipe',
    encoding: 'utf8',
  });
}
