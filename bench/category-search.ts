import { measure, openPlatform } from './shared/platform.ts'
import { report } from './shared/report.ts'

/*
 * Measures the search of 50,000 categories over HTTP, compared with a LIKE over the same names in bare SQL, and with an
 * endpoint that reads one row.
 *   node bench/category-search.ts [rounds]
 */
const [rounds = 100] = process.argv.slice(2).map(Number)
const categoryCount = 50_000
const size = 20

await using platform = await openPlatform()
const { baseUrl, sandbox, sql } = platform
const app = await sandbox('/apps', { name: 'bench', redirectUri: 'http://127.0.0.1:9/callback' })
const headers = { 'client-id': app['clientId'] ?? '', 'client-secret': app['clientSecret'] ?? '' }
const { channelId } = await sandbox('/people', { channelName: 'streamer' })

// Names of two to five random words in Korean and in English. With a fixed seed they are the same in each run.
await sql.query('select setseed(0.5)')
await sql.query(
  `insert into category (id, type, name_ko, name_en)
   select 'bench_' || n, 'GAME',
     (select string_agg(chr(44032 + floor(random() * 11172)::integer) || chr(44032 + floor(random() * 400)::integer * 28), ' ')
        from generate_series(1, 2 + n % 4)),
     (select string_agg(substr(md5(random()::text), 1, 3 + (n + word) % 5), ' ') from generate_series(1, 2 + n % 4) word)
   from generate_series(1, $1::integer - (select count(*)::integer from category)) n`,
  [categoryCount],
)
await sql.query(
  `create table folded as select id, name_ko, upper(normalize(name_ko, nfkc)) as ko, upper(normalize(name_en, nfkc)) as en from category`,
)
await sql.query('vacuum analyze')

const http = (path: string) => async () => {
  const response = await fetch(`${baseUrl}${path}`, { headers })
  if (response.status !== 200) throw new Error(await response.text())
  await response.arrayBuffer()
}
const search = (text: string) => http(`/open/v1/categories/search?query=${encodeURIComponent(text)}&size=${size}`)
const like = (text: string) => () =>
  sql.query({
    name: 'like',
    text: `select id, name_ko from folded where ko like '%' || $1 || '%' or en like '%' || $1 || '%'
      order by case when ko = $1 or en = $1 then 0 when ko like $1 || '%' or en like $1 || '%' then 1 else 2 end, ko, id
      limit ${size}`,
    values: [text.toUpperCase()],
  })
const queries = ['e', '레전', '리그 오브 레전드']

const contenders: Record<string, () => Promise<unknown>> = {
  'one row': http(`/open/v1/channels?channelIds=${channelId}`),
}
for (const query of queries) {
  contenders[`search ${query}`] = search(query)
  contenders[`like ${query}`] = like(query)
}
const startedAt = performance.now()
await search('e')()
const firstMs = performance.now() - startedAt
const medianMs = await measure(contenders, rounds)
const ms = (name: string) => `${medianMs(name).toFixed(2)} ms`
await report({
  name: 'category-search',
  columns: ['50,000 categories', 'over HTTP', '`LIKE`', 'ratio'],
  rows: [
    ['one row of another table, for comparison', ms('one row'), '', ''],
    ...queries.map((query) => [
      `search for \`${query}\``,
      ms(`search ${query}`),
      ms(`like ${query}`),
      (medianMs(`search ${query}`) / medianMs(`like ${query}`)).toFixed(2),
    ]),
    [`the first search after a start, which loads the names`, `${firstMs.toFixed(0)} ms`, '', ''],
  ],
})
