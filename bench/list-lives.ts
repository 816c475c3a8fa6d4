import { sql } from 'kysely'
import { readConfig } from '../server/config.ts'
import { insertOrder, loadLatestOrder } from '../server/features/lives/live-order-store.ts'
import { loadOrderPage } from '../server/features/lives/live-page-store.ts'
import { openProgram } from '../server/program.ts'
import { silentLog } from '../server/infra/log.ts'

/*
 * GET /open/v1/lives with many lives: the first page and the last, each beside the bare statements that it needs on the
 * same pool, in turns; and beside a list that is put in order for each page.
 *   node bench/list-lives.ts [lives] [rounds]
 */
const [count = 100_000, rounds = 200] = process.argv.slice(2).map(Number)

const config = { ...readConfig({ PORT: '0', EPHEMERAL: 'true' }), logLevel: 'silent' as const }
await using program = await openProgram({ config, log: silentLog })
const { addresses, db } = program.deps
await insertLives()
const headers = await credentials()

const snapshotTimes = await measureTimes(5, () => db.transaction((tx) => insertOrder(tx)))
console.log(`an order of ${count} lives is taken in ${ms(snapshotTimes)}, once in 5 s at the most`)

const startedAt = performance.now()
const liveIds = new Set<number>()
let last = ''
for (let next: string | null = ''; next !== null;) {
  last = next
  const { data, page } = await fetchPage(next)
  for (const { liveId } of data) liveIds.add(liveId)
  next = page.next
}
console.log(
  `a whole pass: ${liveIds.size} of ${count} lives in ${((performance.now() - startedAt) / 1000).toFixed(1)} s, one caller`,
)

const digest = async () => (await loadLatestOrder(db.read, 5))?.digest ?? ''
const newestDigest = await digest()
const lastAt = Math.floor((count - 1) / 20) * 20
const pages = {
  'first page, over HTTP': () => fetchPage(''),
  'first page, its SQL': async () => loadOrderPage(db.read, { digest: await digest(), from: 0, count: 21 }),
  'last page, over HTTP': () => fetchPage(last),
  'last page, its SQL': () => loadOrderPage(db.read, { digest: newestDigest, from: lastAt, count: 21 }),
}
const times = new Map<string, number[]>()
for (let round = -50; round < rounds; round += 1)
  for (const [name, act] of Object.entries(pages)) {
    const elapsed = await measureTimes(1, act)
    if (round >= 0) times.set(name, [...(times.get(name) ?? []), ...elapsed])
  }
times.set('first page, order by', await measureTimes(10, () => queryInOrder(0)))
times.set('last page, order by', await measureTimes(10, () => queryInOrder(lastAt)))
for (const [name, all] of times) console.log(`${name.padEnd(22)} ${ms(all)}`)
for (const page of ['first page', 'last page'])
  console.log(
    `${page}: HTTP / its SQL = ${(median(times.get(`${page}, over HTTP`)) / median(times.get(`${page}, its SQL`))).toFixed(2)}`,
  )

async function insertLives() {
  await db.transaction(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`insert into channel (id, name, verified_mark, chat_channel_id, created_at)
      select md5(n::text), 'channel ' || n, false, 'n' || n, 0 from generate_series(1, ${count}::int) n`.execute(tx)
    await sql`insert into live_setting (channel_id, default_live_title, category_id, tags)
      select md5(n::text), 'title ' || n, 'talk', array['tag'] from generate_series(1, ${count}::int, 2) n`.execute(tx)
    await sql`insert into live (channel_id, simulated_viewers, opened_at)
      select md5(n::text), (1000000 / n)::int, 0 from generate_series(1, ${count}::int) n`.execute(tx)
  })
  for (const name of ['channel', 'live_setting', 'live']) await sql`analyze ${sql.table(name)}`.execute(db.read)
}

async function credentials(): Promise<Record<string, string>> {
  const response = await fetch(`${addresses.baseUrl}/sandbox/v1/apps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', redirectUri: 'http://127.0.0.1:9/callback' }),
  })
  const { content } = (await response.json()) as { content: { clientId: string; clientSecret: string } }
  return { 'client-id': content.clientId, 'client-secret': content.clientSecret }
}

type Page = { data: { liveId: number }[]; page: { next: string | null } }

async function fetchPage(next: string): Promise<Page> {
  const response = await fetch(`${addresses.baseUrl}/open/v1/lives?next=${next}`, { headers })
  if (response.status !== 200) throw new Error(await response.text())
  return ((await response.json()) as { content: Page }).content
}

/** What a list without a kept order would do for each page. */
async function queryInOrder(from: number) {
  await sql`select live.*, channel.name, live_setting.default_live_title, category.name_ko
    from (
      select live.*, simulated_viewers + coalesce(here.viewers, 0) as viewers from live
      left join (
        select live_id, count(*) as viewers from live_viewer where expires_at_db > clock_timestamp() group by live_id
      ) as here on here.live_id = live.id
      where closed_at is null order by viewers desc, id limit 21 offset ${from}
    ) as live
    join channel on channel.id = live.channel_id
    left join live_setting on live_setting.channel_id = live.channel_id
    left join category on category.id = live_setting.category_id`.execute(db.read)
}

async function measureTimes(count: number, run: () => Promise<unknown>): Promise<number[]> {
  const all: number[] = []
  for (let turn = 0; turn < count; turn += 1) {
    const before = performance.now()
    await run()
    all.push(performance.now() - before)
  }
  return all
}

function median(values: number[] = []): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function ms(values: number[]): string {
  const p99 = values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN
  return `${median(values).toFixed(2)} ms (median of ${values.length}; p99 ${p99.toFixed(2)} ms)`
}
