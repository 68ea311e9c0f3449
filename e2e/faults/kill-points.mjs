// Loaded into the service with `node --import`. Kills the service between two statements, at the point named in a file.
import { existsSync, readFileSync, unlinkSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const order = process.env.KILL_FILE;

function killIfReached(point) {
  if (!order || !existsSync(order) || readFileSync(order, 'utf8') !== point) return;
  unlinkSync(order);
  process.kill(process.pid, 'SIGKILL');
}

const watches = [
  {
    row: /^\s*INSERT INTO\s.*"PaymentEvent"/i,
    before: 'before-event',
    after: 'after-event',
    beforeCommit: 'before-commit',
    afterCommit: 'after-commit',
  },
  { row: /^\s*INSERT INTO\s.*"Order"[\s(]/i, after: 'after-order', afterCommit: 'after-order-commit' },
  {
    row: /^\s*UPDATE\s.*"Gift"\s+SET\s.*"openedAt"/i,
    after: 'after-gift',
    beforeCommit: 'before-gift-commit',
    afterCommit: 'after-gift-commit',
  },
  {
    row: /^\s*UPDATE\s.*"Seat"\s+SET\s.*"acceptedAt"/i,
    after: 'after-seat',
    beforeCommit: 'before-seat-commit',
    afterCommit: 'after-seat-commit',
  },
  {
    row: /^\s*INSERT INTO\s[^()]*"Reminder"\s*\(/i,
    after: 'after-reminder',
    beforeCommit: 'before-reminder-commit',
    afterCommit: 'after-reminder-commit',
  },
  {
    row: /^\s*INSERT INTO\s[^()]*"Outbox"\s*\([^)]*"newsletterId"/i,
    after: 'after-copies',
    beforeCommit: 'before-copies-commit',
    afterCommit: 'after-copies-commit',
  },
  { row: /^\s*UPDATE\s[^()]*"Outbox"\s+SET\s(?=.*"outcome" = )/i, before: 'before-outcome' },
  { row: /^\s*UPDATE\s[^()]*"Outbox"\s+SET\s(?!.*"nextAt" = )/i, after: 'after-claim' },
];
const watchOf = (sql) => watches.find(({ row }) => row.test(sql));
const isCommit = (sql) => /^\s*COMMIT\b/i.test(sql);

const watchOfSession = new WeakMap();

async function runWatched(session, sql, run) {
  const watch = watchOf(sql);
  const ending = isCommit(sql) ? watchOfSession.get(session) : undefined;
  if (watch) {
    killIfReached(watch.before);
    watchOfSession.set(session, watch);
  }
  if (ending) killIfReached(ending.beforeCommit);
  const result = await run();
  if (watch) killIfReached(watch.after);
  if (isCommit(sql)) watchOfSession.delete(session);
  if (ending) killIfReached(ending.afterCommit);
  return result;
}

const sqlOf = (query) => (typeof query === 'string' ? query : (query?.text ?? ''));

const require = createRequire(join(process.cwd(), 'package.json'));
const { Client } = require('pg');
const query = Client.prototype.query;
Client.prototype.query = function (...given) {
  const sql = sqlOf(given[0]);
  if (!watchOf(sql) && !isCommit(sql)) return query.apply(this, given);
  return runWatched(this, sql, () => query.apply(this, given));
};

function watchPglite({ PGlite }) {
  const transaction = PGlite.prototype.transaction;
  PGlite.prototype.transaction = async function (work) {
    let watch;
    const result = await transaction.call(this, async (tx) => {
      const seen = new Proxy(tx, {
        get(target, name) {
          if (name !== 'query') return typeof target[name] === 'function' ? target[name].bind(target) : target[name];
          return (sql, ...more) => {
            watch = watchOf(sql) ?? watch;
            return runWatched(seen, sql, () => target.query(sql, ...more));
          };
        },
      });
      const value = await work(seen);
      if (watch) killIfReached(watch.beforeCommit);
      return value;
    });
    if (watch) killIfReached(watch.afterCommit);
    return result;
  };
  const query = PGlite.prototype.query;
  PGlite.prototype.query = function (sql, ...more) {
    return watchOf(sql) ? runWatched(this, sql, () => query.call(this, sql, ...more)) : query.call(this, sql, ...more);
  };
}

// Patch both classes: the package loads twice, as ESM and as CommonJS.
const pglite = '@electric-sql/pglite';
const folder = join(process.cwd(), 'node_modules', pglite, 'dist');
watchPglite(require(pglite));
watchPglite(await import(pathToFileURL(join(folder, 'index.js')).href));

const writeHead = ServerResponse.prototype.writeHead;
ServerResponse.prototype.writeHead = function (...given) {
  if (this.req?.url?.startsWith('/api/payment/callback')) killIfReached('before-response');
  return writeHead.apply(this, given);
};
