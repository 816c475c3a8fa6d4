import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Reader } from '../db/db.ts'
import type { CounterKind, Counters } from './counters.ts'
import { Portions, type Taken } from './portions.ts'

/** The counters of a few processes without Redis, in tables of the database that are not written ahead. */
export function postgresCounters({ read: db, clock }: { read: Reader; clock: Clock }): Counters {
  const take = async (kind: CounterKind, key: string, now: number, limit: number, amount: number): Promise<Taken> => {
    const atMost = Math.min(limit, Number.MAX_SAFE_INTEGER)
    const { rows } = await sql<Taken>`
      select count, ends_at as "endsAt", granted from count_uses(
        ${kind.name}, ${key}, ${now}, ${kind.windowMs}, ${atMost}, ${amount}, ${kind.maxKeys}
      )`.execute(db)
    return rows[0]!
  }
  /** `endsAt`: only from the window that ends then. */
  const takeBack = async (kind: CounterKind, key: string, now: number, amount: number, endsAt: number | null) => {
    await sql`
      update counter_window set count = greatest(0, count - ${amount}::bigint)
      where kind = ${kind.name} and key = ${key} and ends_at > ${now}
        and (${endsAt}::bigint is null or least(ends_at, ${now}::bigint + ${kind.windowMs}) = ${endsAt}::bigint)`.execute(
      db,
    )
  }
  const portions = new Portions({ take, giveBack: takeBack }, clock)
  return {
    add(kind, key, now, limit = Infinity) {
      if (kind.maxPortion > 1) return portions.add(kind, key, now, limit)
      return take(kind, key, now, limit, 1).then(({ count, endsAt, granted }) => ({
        count,
        endsAt,
        isRefused: granted === 0,
      }))
    },
    subtract: (kind, key, now) => takeBack(kind, key, now, 1, null),
    async read(kind, key, now) {
      const lastEnd = now + kind.windowMs
      const { rows } = await sql<{ count: number; endsAt: number }>`
        select count, ends_at as "endsAt" from counter_window
        where kind = ${kind.name} and key = ${key} and ends_at > ${now}`.execute(db)
      const [stored] = rows
      if (stored === undefined) return { count: 0, endsAt: lastEnd }
      // The clock was moved back: the window ends at most its length from now.
      if (stored.endsAt > lastEnd)
        await sql`
          update counter_window set ends_at = least(ends_at, ${lastEnd}::bigint)
          where kind = ${kind.name} and key = ${key}`.execute(db)
      const endsAt = Math.min(stored.endsAt, lastEnd)
      return { count: Math.max(0, stored.count - portions.unused(kind, key, endsAt)), endsAt }
    },
    async reset(kind, key) {
      portions.drop(kind, key)
      await sql`
        with locked as (select windows from counter_kind where kind = ${kind.name} for update),
          deleted as (
            delete from counter_window using locked where kind = ${kind.name} and key = ${key} returning 1
          )
        update counter_kind set windows = windows - (select count(*) from deleted) where kind = ${kind.name}`.execute(
        db,
      )
    },
    async [Symbol.asyncDispose]() {
      // Uses that cannot be given back remain counted until their window ends.
      await portions[Symbol.asyncDispose]().catch(() => {})
    },
  }
}
