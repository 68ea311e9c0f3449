import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

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
