import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallAccess } from '@/lib/api/handler';
import type { CallRoute, Method } from '@/lib/routes';
import type { JsonSchema } from './shape-text';

type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

export interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: ReadonlyArray<Readonly<Record<string, readonly string[]>>>;
  readonly 'x-access': CallAccess;
  readonly parameters?: ReadonlyArray<{
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: JsonSchema;
  }>;
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description?: string;
        readonly content?: Content;
        readonly headers?: Readonly<Record<string, unknown>>;
        readonly $ref?: string;
      }
    >
  >;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly [name: string]: unknown;
}

let known: OpenApiDocument | undefined;

/** Reads what `scripts/openapi.ts` wrote when the service was built. */
export const builtDocument = (): OpenApiDocument =>
  (known ??= JSON.parse(
    readFileSync(
      /* turbopackIgnore: true */ join(/* turbopackIgnore: true */ process.cwd(), 'dist', 'openapi.json'),
      'utf8',
    ),
  ) as OpenApiDocument);

export const pathOf = ({ path }: CallRoute): string => path.replaceAll(/\[+(?:\.\.\.)?(\w+)\]+/g, '{$1}');

export const documentedAccess = (route: CallRoute, method: Method): CallAccess =>
  builtDocument().paths[pathOf(route)]![method.toLowerCase()]!['x-access'];
