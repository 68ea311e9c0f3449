import { parse, protocol, type PGlite, type QueryOptions, type Results } from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';

// Hand-written: PGlite's own `query` parses and plans a statement anew each time, in six messages (docs/decisions/110).

const { serialize } = protocol;
type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];

/** Each takes some ten kilobytes in the database. */
const maxStatements = 300;

/** Names differ in the whole process: a database may be used by several. */
let prepared = 0;

interface Statement {
  readonly name: string;
  readonly parameterTypes: readonly number[];
  /** Empty for a statement without rows. */
  readonly description: readonly Message[];
}

/** Statements of one embedded database, by their SQL: parsed once, then executed by one message. */
export class PreparedStatements {
  readonly #pglite: PGlite;
  /** Names that the database still holds; closed with the next statement, never while one of them is in use. */
  readonly #dropped: string[] = [];
  readonly #statements = new LRUCache<string, Statement>({ max: maxStatements, dispose: ({ name }) => void this.#dropped.push(name) });

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  /** As PGlite's own `query`, outside any transaction. */
  async query<Row>(sql: string, values: unknown[] = [], options: QueryOptions = {}): Promise<Results<Row>> {
    await this.#pglite._checkReady();
    return this.#pglite._runExclusiveTransaction(async () => {
      const results = await this.queryInTransaction<Row>(sql, values, options);
      await this.#pglite.syncToFs();
      return results;
    });
  }

  /** For whoever holds PGlite's transaction. @throws protocol.messages.DatabaseError */
  queryInTransaction<Row>(sql: string, values: unknown[] = [], options: QueryOptions = {}): Promise<Results<Row>> {
    return this.#pglite._runExclusiveQuery(async () => {
      const { name, parameterTypes, description } = this.#statements.get(sql) ?? (await this.#prepare(sql));
      const messages = await this.#send(serialize.bind({ statement: name, values: values.map((value, index) => this.#textOf(value, parameterTypes[index])) }), serialize.execute({}));
      return parse.parseResults([...description, ...messages], this.#pglite.parsers, options)[0] as Results<Row>;
    });
  }

  /** After a script, which may have changed a table: the database refuses a statement whose columns have another type now. */
  forget(): void {
    this.#statements.clear();
  }

  async #prepare(sql: string): Promise<Statement> {
    prepared += 1;
    const name = `s${prepared}`;
    const closing = this.#dropped.splice(0).map((dropped) => serialize.close({ type: 'S', name: dropped }));
    const messages = await this.#send(...closing, serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name }));
    const statement = { name, parameterTypes: parse.parseDescribeStatementResults(messages), description: messages.filter((message) => message.name === 'rowDescription') };
    this.#statements.set(sql, statement);
    return statement;
  }

  #textOf(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null;
    const serializer = type === undefined ? undefined : this.#pglite.serializers[type];
    return serializer ? serializer(value) : String(value);
  }

  #send(...messages: readonly Uint8Array[]): Promise<Message[]> {
    return this.#pglite.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false });
  }
}
