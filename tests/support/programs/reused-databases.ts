import { Client, type ClientConfig } from 'pg'
import { clientConfig, type ConnectionConfig } from '@onair/server/infra/db/pool.ts'
import { openTestDatabase } from './databases.ts'

/*
 * Databases that the tests of this process use one after the other, with open connections. To empty the tables takes a
 * tenth of the processor time of a new database, and connections that exist have loaded the catalog and planned the
 * statements.
 */

const freeDatabases: ReusedDatabase[] = []

/** A database with the schema and the seed data. After a test that altered the schema it is deleted. */
export async function openReusedDatabase(): Promise<{ connection: ConnectionConfig } & AsyncDisposable> {
  const database = freeDatabases.pop() ?? (await ReusedDatabase.create())
  return {
    connection: database.connection,
    async [Symbol.asyncDispose]() {
      if (await database.reset()) freeDatabases.push(database)
      else await database.delete()
    },
  }
}

class ReusedDatabase {
  /** Pools open their connections with this class. */
  readonly connection: ConnectionConfig
  readonly #delete: () => Promise<void>
  readonly #owner: Client
  readonly #connections = new FreeConnections()

  private constructor(connection: ConnectionConfig, owner: Client, deleteDatabase: () => Promise<void>) {
    this.connection = { ...clientConfig(connection), Client: this.#connections.clientClass } as never
    this.#owner = owner
    this.#delete = deleteDatabase
  }

  static async create(): Promise<ReusedDatabase> {
    const database = await openTestDatabase()
    // Set by the connection and not by the function: each change of the role discards the plans of all its statements.
    const options = '-c session_replication_role=replica -c lock_timeout=1000'
    const owner = new Client({ ...clientConfig(database.connection), options })
    owner.on('error', () => {}) // The server ends before the process that started it.
    await owner.connect()
    unref(owner)
    await owner.query(installation)
    return new ReusedDatabase(database.connection, owner, async () => database[Symbol.asyncDispose]())
  }

  /** Restores the data of the template. False if the database cannot be used again. */
  async reset(): Promise<boolean> {
    if (this.#connections.used > 0) return false
    const text = 'select test_reset.run($1::integer[]) as done'
    ref(this.#owner)
    const { rows } = await this.#owner.query<{ done: boolean }>({
      name: 'reset',
      text,
      values: [this.#connections.pids()],
    })
    unref(this.#owner)
    return rows[0]?.done === true
  }

  async delete(): Promise<void> {
    this.#connections.close()
    ref(this.#owner)
    await this.#owner.end()
    await this.#delete()
  }
}

const maxFreeConnections = 16

/** The connections that pools have ended. */
class FreeConnections {
  used = 0
  readonly #free: KeptClient[] = []
  /** Called by a pool with `new`. */
  readonly clientClass: (options: ClientConfig) => Client

  constructor() {
    const open = (options: ClientConfig) => {
      this.used += 1
      return this.#take(sessionSettings(options)) ?? new KeptClient(options, this)
    }
    // A function that is called with `new` may return another object.
    this.clientClass = function ClientOfPool(options: ClientConfig) {
      return open(options)
    }
  }

  #take(settings: string): KeptClient | undefined {
    const at = this.#free.findLastIndex((client) => client.settings === settings)
    return at < 0 ? undefined : this.#free.splice(at, 1)[0]
  }

  /** Whether the connection is kept. */
  release(client: KeptClient, isUsable: boolean): boolean {
    this.used -= 1
    if (!isUsable || this.#free.length >= maxFreeConnections) return false
    this.#free.push(client)
    return true
  }

  remove(client: KeptClient): void {
    const at = this.#free.indexOf(client)
    if (at >= 0) this.#free.splice(at, 1)
  }

  pids(): number[] {
    return this.#free.map((client) => client.pid)
  }

  close(): void {
    for (const client of this.#free.splice(0)) client.close()
  }
}

/** A client of a pool, which passes callbacks. Its end leaves the connection open, unless it failed or is in use. */
class KeptClient extends Client {
  readonly settings: string
  readonly #connections: FreeConnections
  #state: 'new' | 'used' | 'free' | 'ended' = 'new'

  constructor(options: ClientConfig, connections: FreeConnections) {
    super(options)
    this.settings = sessionSettings(options)
    this.#connections = connections
    this.connection.once('end', () => {
      this.#state = 'ended'
      connections.remove(this)
    })
  }

  get pid(): number {
    return (this as unknown as { processID: number }).processID
  }

  override connect(callback?: any): any {
    const isOpen = this.#state === 'free'
    this.#state = 'used'
    if (!isOpen) return super.connect(callback)
    this.removeAllListeners()
    ref(this)
    return process.nextTick(callback, null, this)
  }

  override end(callback?: any): any {
    const { readyForQuery } = this as unknown as { readyForQuery: boolean | null }
    const isUsable = this.#state === 'used' && readyForQuery === true && this.getTransactionStatus() === 'I'
    if (!this.#connections.release(this, isUsable)) return super.end(callback)
    this.#state = 'free'
    this.removeAllListeners()
    this.on('error', () => {})
    unref(this)
    return process.nextTick(callback)
  }

  close(): void {
    void super.end().catch(() => {})
  }
}

/** Connections with the same settings can replace each other. */
function sessionSettings({ statement_timeout, idle_in_transaction_session_timeout }: ClientConfig): string {
  return JSON.stringify([statement_timeout, idle_in_transaction_session_timeout])
}

const ref = (client: Client) => (client as unknown as { ref(): void }).ref()
const unref = (client: Client) => (client as unknown as { unref(): void }).unref()

const largestTable = 1_000_000

/**
 * `test_reset.run` restores the rows of the template, over a connection without triggers. It returns false after a change
 * of the schema, while another connection exists, and where a table has grown large.
 */
const installation = `
create schema test_reset;
create table test_reset.seeded (name regclass primary key, state text);
create table test_reset.altered ();

create function test_reset.state(name regclass) returns text language plpgsql as $$
declare result text;
begin
  execute format('select count(*) || '' '' || coalesce(max(xmin::text::bigint), 0) from %s', name) into result;
  return result;
end $$;

do $$
declare
  name regclass;
  statements text := '';
  is_seeded boolean;
  position text;
begin
  for name in
    select oid from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname
  loop
    execute format('select exists (select from %s)', name) into is_seeded;
    if is_seeded then
      insert into test_reset.seeded values (name, test_reset.state(name));
      execute format('create table test_reset.%I as table %s', 'rows_' || name::text, name);
      statements := statements || format(
        'if test_reset.state(%1$L) <> (select state from test_reset.seeded where name = %1$L::regclass) then
           delete from %1$s;
           insert into %1$s overriding system value select * from test_reset.%2$I;
           update test_reset.seeded set state = test_reset.state(%1$L) where name = %1$L::regclass;
         end if;', name, 'rows_' || name::text);
    else
      statements := statements || format('if %s = any (used) then delete from %s; end if;', name::oid, name);
    end if;
  end loop;
  for name in
    select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname
  loop
    execute format('select format(''%%s, %%L'', last_value, is_called) from %s', name) into position;
    statements := statements || format('perform setval(%L, %s);', name, position);
  end loop;
  execute format(
    'create function test_reset.run(kept integer[]) returns boolean language plpgsql as %L',
    'declare
       used oid[];
       largest bigint;
     begin
       select array_agg(root), max(size) into used, largest from (
         select coalesce(pg_partition_root(oid), oid) as root, sum(pg_relation_size(oid)) as size from pg_class
         where relnamespace = ''public''::regnamespace and relkind = ''r'' group by root
       ) as relation where size > 0;
       if largest > ${largestTable} or exists (select from test_reset.altered) or exists (
         select from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and pid <> all (kept)
       ) then return false; end if;'
    || statements || 'return true; end');
end $$;

create function test_reset.note_change() returns event_trigger language plpgsql as $$
begin
  -- Partitions of days remain for the next test.
  if current_query() ~ '_\\d{8}\\M' then return; end if;
  insert into test_reset.altered default values;
end $$;
create event trigger test_reset on ddl_command_end execute function test_reset.note_change();
`
