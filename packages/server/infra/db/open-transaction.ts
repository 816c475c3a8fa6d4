import { Kysely, PostgresAdapter, PostgresDriver, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Client } from 'pg'
import type { Db, Publish } from './db.ts'
import type { Tables } from './tables.ts'

const publishNothing: Publish = () => {}

/** Neither begins nor ends a transaction. */
class OpenDriver extends PostgresDriver {
  override async beginTransaction() {}
  override async commitTransaction() {}
  override async rollbackTransaction() {}
}

/** Runs what a use case does in a transaction as a part of the one that a client has begun. Nothing is published. */
export function inTransactionOf(client: Client): Pick<Db, 'transaction'> {
  const connection = { query: client.query.bind(client), release: () => {} }
  const pool = { connect: async () => connection, end: async () => {} }
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new OpenDriver({ pool }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return { transaction: (work) => kysely.transaction().execute((tx) => work(tx, publishNothing)) }
}
