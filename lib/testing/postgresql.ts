import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** A database of its own on the server at `base`, empty or with what `template` has. @returns its URL */
export async function createDatabase(base: string, template = 'template1'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const server = new Client({ connectionString: base });
  await server.connect();
  await server.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  await server.end();
  const url = new URL(base);
  url.pathname = `/${name}`;
  return url.href;
}
