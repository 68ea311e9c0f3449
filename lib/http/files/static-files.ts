import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { LRUCache } from 'lru-cache';
import { contentTypeOf } from '@/lib/http/files/content-type';
import type { KeptPage, Representation } from '@/lib/http/pages/page-cache';
import { DATA_POLICY } from '@/lib/http/answers/policy';
import { hashOfBody } from '@/lib/http/pages/representation';

export interface StaticRoot {
  /** address prefix, beginning and ending with a slash */
  readonly prefix: string;
  readonly folder: string;
  /** where the build left the precompressed copies, by the same relative path and `.br` or `.gz` */
  readonly compressedFolder: string;
  /** every name in it contains a hash of its content */
  readonly immutable: boolean;
}

export interface StaticFile {
  readonly path: string;
  readonly root: StaticRoot;
  readonly relativePath: string;
  readonly size: number;
}

const LARGEST_HELD_BYTES = 512 * 1024;
const HASHED_NAME = /[.-](?=[a-f]*\d)[0-9a-f]{8,}\.\w+$/;
const YEAR = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600, must-revalidate';

function filesUnder(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

/** The build's own files, by address. Only what was found at start is served, so no address can lead elsewhere. */
export class StaticFiles {
  readonly #byAddress = new Map<string, StaticFile>();
  readonly #held: LRUCache<string, KeptPage>;

  constructor(
    roots: readonly StaticRoot[],
    private readonly security: readonly string[],
    maxBytes: number,
  ) {
    this.#held = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf });
    for (const root of roots) {
      for (const path of filesUnder(root.folder)) {
        const relativePath = relative(root.folder, path).split(sep).join('/');
        this.#byAddress.set(root.prefix + relativePath, { path, root, relativePath, size: statSync(path).size });
      }
    }
  }

  find(address: string): StaticFile | undefined {
    return this.#byAddress.get(address);
  }

  /** What has been asked for before and is in memory. */
  recall(address: string): KeptPage | undefined {
    return this.#held.get(address);
  }

  /** The text of a stylesheet, for pages that carry their styles in themselves. */
  readText(address: string): string | null {
    const file = this.find(address);
    return file ? readFileSync(file.path, 'utf8') : null;
  }

  static cacheControl(file: StaticFile): string {
    return file.root.immutable || HASHED_NAME.test(file.relativePath) ? YEAR : HOUR;
  }

  /** Ready to be sent, from memory; null for what is better streamed from disk. */
  held(address: string, file: StaticFile): KeptPage | null {
    const known = this.#held.get(address);
    if (known) return known;
    const type = contentTypeOf(file.relativePath);
    if (file.size > LARGEST_HELD_BYTES || /^(?:video|audio)\//.test(type)) return null;
    const page = this.#load(address, file, type);
    this.#held.set(address, page);
    return page;
  }

  #load(address: string, file: StaticFile, type: string): KeptPage {
    const body = readFileSync(file.path);
    const hash = hashOfBody(body);
    const common = [
      'content-type', type, 'cache-control', StaticFiles.cacheControl(file), 'vary', 'accept-encoding', ...this.security,
      'content-security-policy', DATA_POLICY,
    ];
    const identity = represent(common, `"${hash}"`, body, null);
    const variant = (suffix: 'br' | 'gz', encoding: string): Representation => {
      const compressed = readIfThere(join(file.root.compressedFolder, `${file.relativePath}.${suffix}`));
      return compressed ? represent(common, `"${hash}-${suffix}"`, compressed, encoding) : identity;
    };
    return {
      key: address, status: 200, hash, tags: [], isData: false, keptAtMs: 0, isBest: true, droppedAtMs: null,
      representations: { br: variant('br', 'br'), gzip: variant('gz', 'gzip'), identity },
    };
  }
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

function represent(common: readonly string[], etag: string, body: Buffer, encoding: string | null): Representation {
  const headers = [...common, 'etag', etag];
  return {
    headers: [...headers, ...(encoding === null ? [] : ['content-encoding', encoding]), 'content-length', String(body.length)],
    notModifiedHeaders: headers.slice(2),
    body,
  };
}

function sizeOf({ representations }: KeptPage): number {
  const bodies = new Set(Object.values(representations).map((each) => each.body));
  return [...bodies].reduce((sum, body) => sum + body.length, 1_000);
}
