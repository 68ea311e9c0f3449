// Loaded into the service with `node --import`: kills it from inside, between two statements, when a file says so.
import { existsSync, readFileSync, unlinkSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const order = process.env.KILL_FILE;

function reached(point) {
  if (!order || !existsSync(order) || readFileSync(order, 'utf8') !== point) return;
  unlinkSync(order);
  process.kill(process.pid, 'SIGKILL');
}

const isEvent = (sql) => /^\s*INSERT INTO\s.*"PaymentEvent"/i.test(sql);
const isCommit = (sql) => /^\s*COMMIT\b/i.test(sql);

const atPayments = new WeakSet();

/** Runs one statement of `session` with the points around it. */
async function watched(session, sql, run) {
  const event = isEvent(sql);
  const commit = isCommit(sql) && atPayments.has(session);
  if (event) {
    reached('before-event');
    atPayments.add(session);
  }
  if (commit) reached('before-commit');
  const result = await run();
  if (event) reached('after-event');
  if (commit) {
    atPayments.delete(session);
    reached('after-commit');
  }
  return result;
}

const sqlOf = (query) => (typeof query === 'string' ? query : (query?.text ?? ''));

const require = createRequire(join(process.cwd(), 'package.json'));
const { Client } = require('pg');
const query = Client.prototype.query;
Client.prototype.query = function (...given) {
  const sql = sqlOf(given[0]);
  if (!isEvent(sql) && !isCommit(sql)) return query.apply(this, given);
  return watched(this, sql, () => query.apply(this, given));
};

function watchPglite({ PGlite }) {
  const transaction = PGlite.prototype.transaction;
  PGlite.prototype.transaction = async function (work) {
    let paying = false;
    const result = await transaction.call(this, async (tx) => {
      const seen = new Proxy(tx, {
        get(target, name) {
          if (name !== 'query') return typeof target[name] === 'function' ? target[name].bind(target) : target[name];
          return (sql, ...more) => {
            paying ||= isEvent(sql);
            return watched(seen, sql, () => target.query(sql, ...more));
          };
        },
      });
      const value = await work(seen);
      if (paying) reached('before-commit');
      return value;
    });
    if (paying) reached('after-commit');
    return result;
  };
}

// A package may be loaded in both module systems, as two classes.
const pglite = '@electric-sql/pglite';
const folder = join(process.cwd(), 'node_modules', pglite, 'dist');
watchPglite(require(pglite));
watchPglite(await import(pathToFileURL(join(folder, 'index.js')).href));

const writeHead = ServerResponse.prototype.writeHead;
ServerResponse.prototype.writeHead = function (...given) {
  if (this.req?.url?.startsWith('/api/payment/callback')) reached('before-response');
  return writeHead.apply(this, given);
};
