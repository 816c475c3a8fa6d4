import { httpBrowser } from '../tests/support/clients/http-browser.ts'
import { measure, openPlatform } from './shared/platform.ts'
import { report } from './shared/report.ts'

/*
 * Measures the list of people in the operator's area with 100,000 people who signed in from 10,000 networks, compared with an
 * endpoint that reads one row.
 *   node bench/people.ts [rounds]
 */
const [rounds = 50] = process.argv.slice(2).map(Number)
const peopleCount = 100_000
const networkCount = 10_000

await using platform = await openPlatform()
const { baseUrl, deps, sql } = platform
const overview = (await (await fetch(`${baseUrl}/sandbox/v1`)).json()) as {
  content: { demo: { people: Record<string, string>[] } }
}
const [{ channelId = '', email = '', password = '' } = {}] = overview.content.demo.people
await sql.query(`insert into site_role (channel_id, role, granted_at) values ($1, 'OPERATOR', 0)`, [channelId])
await sql.query(
  `insert into channel (id, name, verified_mark, chat_channel_id, created_at)
   select lpad(to_hex(n), 32, '0'), 'viewer ' || n, false, 'bench' || n, n from generate_series(1, $1::integer) n`,
  [peopleCount],
)
await sql.query(
  `insert into account (channel_id, email, password_hash, created_at)
   select id, 'person-' || created_at || '@example.com', '', created_at from channel where chat_channel_id like 'bench%'`,
)
await sql.query(
  `insert into audit_log (action, at, last_at, actor_kind, actor_id, channel_id, network)
   select action, $1, $1, 'person', id, id, '10.' || created_at % $2 / 256 || '.' || created_at % $2 % 256 || '.1'
   from channel cross join unnest(array['account.created', 'account.signed_in']) action where chat_channel_id like 'bench%'`,
  [deps.clock.now(), networkCount],
)
await sql.query('vacuum analyze')

const browser = httpBrowser(baseUrl)
await browser.signIn(email, password)
const call = (path: string, least: number) => async () => {
  const { status, body } = await browser.callConsole('GET', path)
  if (status !== 200 || (body.content.data?.length ?? 1) < least) throw new Error(`${path}: ${JSON.stringify(body)}`)
}
const search = (text: string) => `/admin/people?search=${encodeURIComponent(text)}`
const contenders: Record<string, () => Promise<void>> = {
  'one row, for comparison': call('/me', 0),
  'first page': call('/admin/people', 20),
  'a part of a name': call(search('wer 9999'), 10),
  'a part of an address': call(search('person-9999'), 10),
  'a network': call(search('10.20.20.1'), 10),
  'one person': call(`/admin/people/${'1'.padStart(32, '0')}`, 0),
  overview: call('/admin/overview', 0),
}
const medianMs = await measure(contenders, rounds)
const slowest = Math.max(...Object.keys(contenders).map(medianMs))
await report({
  name: 'people',
  columns: ['100,000 people', 'over HTTP'],
  rows: Object.keys(contenders).map((name) => [name, `${medianMs(name).toFixed(1)} ms`]),
  goals: [{ name: 'milliseconds of the slowest', value: Number(slowest.toFixed(0)), atMost: 200 }],
})
