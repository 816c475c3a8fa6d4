import { escapeIdentifier, escapeLiteral, type Client } from 'pg'

/** A table of the schema, without partitions, whose rows are read from and written to the table that they are part of. */
export type CatalogTable = { name: string; columns: string[] }

/** The tables with their columns that can be written, in alphabetical order. Without `migration`. */
export async function listTables(client: Client): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'migration' and a.attgenerated = ''
     group by c.relname order by c.relname`,
  )
  return rows
}

/** A partition of a table, with its bound as in `create table … partition of`. */
export type TablePartition = { name: string; parent: string; bound: string }

export async function listPartitions(client: Client): Promise<TablePartition[]> {
  const { rows } = await client.query<TablePartition>(
    `select c.relname as name, parent.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class parent on parent.oid = i.inhparent
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relispartition order by c.relname`,
  )
  return rows
}

const literal = String.raw`(?:'[^'\\]*'|-?\d+|MINVALUE|MAXVALUE)`
const literals = String.raw`\(${literal}(?:, ${literal})*\)`
const partitionBound = new RegExp(`^(?:DEFAULT|FOR VALUES (?:IN ${literals}|FROM ${literals} TO ${literals}))$`)

/** Creates a partition that another database has. It may come from anyone, so its parent and bound are checked. */
export async function createPartition(
  client: Client,
  { name, parent, bound }: TablePartition,
  tables: readonly { name: string }[],
): Promise<void> {
  if (!partitionBound.test(bound) || !tables.some((table) => table.name === parent))
    throw new Error(`There is a partition ${name} of ${parent} ${bound}.`)
  const [partition, table] = [escapeIdentifier(name), escapeIdentifier(parent)]
  const { rows } = await client.query<{ unlogged: boolean }>(
    `select exists (
       select from pg_inherits join pg_class on pg_class.oid = inhrelid
       where inhparent = $1::regclass and relpersistence = 'u') as unlogged`,
    [table],
  )
  const unlogged = rows[0]?.unlogged === true ? 'unlogged' : ''
  await client.query(`create ${unlogged} table if not exists ${partition} partition of ${table} ${bound}`)
}

/** Sequences count outside transactions, so they are at or after every row that is read before. */
export async function listSequences(client: Client): Promise<{ name: string; value: number }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by sequencename`,
  )
  return rows.map(({ name, value }) => ({ name, value: Number(value) }))
}

export async function setSequences(client: Client, sequences: { name: string; value: number }[]): Promise<void> {
  await client.query(
    `select setval(quote_ident(sequencename)::regclass, value)
     from json_to_recordset($1) as t(name text, value bigint) join pg_sequences on sequencename = name
     where schemaname = 'public'`,
    [JSON.stringify(sequences)],
  )
}

/** The foreign keys of the tables. Those of partitions belong to the constraint of their table. */
export async function listForeignKeys(client: Client) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
     order by conname`,
  )
  return rows
}

/**
 * The number of rows of each table, and a checksum that does not depend on their order. It is one statement, because most
 * tables are empty. The connection needs `stableTextSettings`.
 */
export async function summarizeTables(client: Client, tables: readonly CatalogTable[]) {
  const selects = tables.map(({ name, columns }) => {
    const list = columns.map((column) => escapeIdentifier(column)).join(', ')
    return `select ${escapeLiteral(name)} as table, count(*)::text as rows,
      coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as checksum
      from (select ${list} from ${escapeIdentifier(name)}) t`
  })
  const { rows } = await client.query<{ table: string; rows: string; checksum: string }>(selects.join(' union all '))
  return rows.map((totals) => ({ ...totals, rows: Number(totals.rows) }))
}

/** The text of a value depends on these settings of the connection. */
export const stableTextSettings =
  "set time zone 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex'"
