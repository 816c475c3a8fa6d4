import { sql } from 'kysely'
import { readConfig } from '@onair/server/config/config.ts'
import { insertOrder, loadLatestOrder } from '@onair/server/features/lives/live-order-store.ts'
import { loadOrderPage } from '@onair/server/features/lives/live-page-store.ts'
import { createSandbox } from '@onair/sandbox/sandbox.ts'
import { openProgram } from '@onair/server/program.ts'
import { silentLog } from '@onair/server/infra/log.ts'
import { report } from './shared/report.ts'
import { median, percentile, roundTo2 } from './shared/statistics.ts'

/*
 * Measures GET /open/v1/lives with many broadcasts: the first and the last page, each compared with its SQL alone on the same
 * pool, and with a statement that sorts all broadcasts for each page.
 *   node bench/list-lives.ts [broadcasts] [rounds]
 */
const [count = 100_000, rounds = 200] = process.argv.slice(2).map(Number)
const partSize = 1_000

const config = { ...readConfig({ PORT: '0', EPHEMERAL: 'true' }), logLevel: 'silent' as const }
await using program = await openProgram({ config, log: silentLog, openExtension: createSandbox() })
const { addresses, db } = program.deps
await insertLives()
const headers = await registerApp()

const snapshotTimes = await measureTimes(5, () => db.transaction((tx) => insertOrder(tx)))

const startedAt = performance.now()
const liveIds = new Set<number>()
let lastCursor = ''
for (let next: string | null = ''; next !== null;) {
  lastCursor = next
  const { data, page } = await fetchPage(next)
  for (const { liveId } of data) liveIds.add(liveId)
  next = page.next
}
const allPagesSec = (performance.now() - startedAt) / 1_000
if (liveIds.size !== count) throw new Error(`the pages have ${liveIds.size} of ${count} broadcasts`)

const readDigest = async () => (await loadLatestOrder(db.read, 5))?.digest ?? ''
const digest = await readDigest()
const lastPageStart = Math.floor((count - 1) / 20) * 20
const pages = {
  'first page, over HTTP': () => fetchPage(''),
  'first page, its SQL': async () => loadOrderPage(db.read, { digest: await readDigest(), from: 0, count: 21 }),
  'last page, over HTTP': () => fetchPage(lastCursor),
  'last page, its SQL': () => loadOrderPage(db.read, { digest, from: lastPageStart, count: 21 }),
}
const times = new Map<string, number[]>()
for (let round = -50; round < rounds; round += 1)
  for (const [name, load] of Object.entries(pages)) {
    const elapsed = await measureTimes(1, load)
    if (round >= 0) times.set(name, [...(times.get(name) ?? []), ...elapsed])
  }
times.set('first page, ORDER BY', await measureTimes(10, () => sortAndLoadPage(0)))
times.set('last page, ORDER BY', await measureTimes(10, () => sortAndLoadPage(lastPageStart)))
const medianMs = (name: string) => median(times.get(name) ?? [])
await report({
  name: 'list-lives',
  columns: [`${count} broadcasts`, 'over HTTP', 'p99', 'its SQL', '`ORDER BY`', 'to its SQL'],
  rows: [
    ...['first page', 'last page'].map((page) => [
      page,
      `${medianMs(`${page}, over HTTP`).toFixed(2)} ms`,
      `${percentile(times.get(`${page}, over HTTP`) ?? [], 0.99).toFixed(2)} ms`,
      `${medianMs(`${page}, its SQL`).toFixed(2)} ms`,
      `${medianMs(`${page}, ORDER BY`).toFixed(1)} ms`,
      roundTo2(medianMs(`${page}, over HTTP`) / medianMs(`${page}, its SQL`)),
    ]),
    ['all pages, one client', `${allPagesSec.toFixed(1)} s`, '', '', '', ''],
    ['the snapshot of the order, at most once in 5 s', '', '', `${median(snapshotTimes).toFixed(0)} ms`, '', ''],
  ],
})

async function insertLives() {
  // In parts, because a statement has a deadline of some seconds.
  for (let first = 1; first <= count; first += partSize) await insertPart(first, Math.min(first + partSize - 1, count))
  for (const name of ['channel', 'live_setting', 'live']) await sql`analyze ${sql.table(name)}`.execute(db.read)
}

function insertPart(first: number, last: number) {
  return db.transaction(async (tx) => {
    await sql`insert into channel (id, name, verified_mark, chat_channel_id, created_at)
      select md5(n::text), 'channel ' || n, false, 'n' || n, 0 from generate_series(${first}::int, ${last}::int) n`.execute(
      tx,
    )
    await sql`insert into live_setting (channel_id, default_live_title, category_id, tags)
      select md5(n::text), 'title ' || n, 'talk', array['tag'] from generate_series(${first}::int, ${last}::int, 2) n
      on conflict (channel_id) do update set default_live_title = excluded.default_live_title, category_id = excluded.category_id, tags = excluded.tags`.execute(
      tx,
    )
    await sql`insert into live (channel_id, simulated_viewers, opened_at)
      select md5(n::text), (1000000 / n)::int, 0 from generate_series(${first}::int, ${last}::int) n`.execute(tx)
  })
}

async function registerApp(): Promise<Record<string, string>> {
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

/** The statement of a list that stores no order. */
async function sortAndLoadPage(from: number) {
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
  const times: number[] = []
  for (let n = 0; n < count; n += 1) {
    const startedAt = performance.now()
    await run()
    times.push(performance.now() - startedAt)
  }
  return times
}
