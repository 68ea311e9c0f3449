import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const packageFile = z.object({ version: z.string() });
const buildFile = z.object({ commit: z.string().nullable() });

export interface Version {
  version: string;
  commit: string | null;
}

let known: Version | undefined;

export function version(): Version {
  return (known ??= {
    version: packageFile.parse(readJson('package.json')).version,
    commit: buildFile.safeParse(readJson('dist/build.json')).data?.commit ?? null,
  });
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(
      readFileSync(/* turbopackIgnore: true */ join(/* turbopackIgnore: true */ process.cwd(), file), 'utf8'),
    );
  } catch {
    return null;
  }
}
