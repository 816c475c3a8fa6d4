import { chromium, type Page, type Route } from 'playwright-core'
import { executablePath } from '../tests/support/clients/chromium.ts'
import { apiCalls } from '../tests/support/programs/cluster.ts'
import { signIn, visit } from '../tests/support/clients/console-browser.ts'
import { startProgram } from '../tests/support/programs/program.ts'
import { readTaskCpuTimes } from './shared/page-tasks.ts'
import { report } from './shared/report.ts'
import { median } from './shared/statistics.ts'

/*
 * Measures the console in Chromium: the time until each page is shown and the main thread is idle, and with lists of 10,000
 * rows the tasks of the main thread while the rows are loaded page by page, and while the list is scrolled from its start to
 * its end. The rows are copies of one row of the server.
 *   node bench/console-lists.ts [lists, without the pages: applications followers records claims]
 */
const chosen = process.argv.slice(2)
const total = 10_000
const longTaskMs = 50
const interactiveMs = 300
const scrolls = 60
const visits = 5
/** No list or page takes so long. */
const giveUpMs = 60_000

type Row = Record<string, unknown>
type Content = { data: Row[]; page: unknown; totalCount?: number; totalPages?: number }
type List = {
  name: string
  path: string
  /** The addresses of its answers. */
  answers: RegExp
  /** The button that loads the next page. */
  more: string
  pageSize: number
  /** The list has numbered pages: so many are opened. */
  maxPages?: number
  makePage: (page: number, isLast: boolean) => Partial<Content>
  makeRow: (row: Row, index: number) => Row
}

await using program = startProgram(['serve', '--ephemeral', '--port', '0', '--json'])
const { baseUrl } = await program.ready()
const platform = apiCalls(baseUrl)
const { demo } = await platform.sandbox('GET', '')
const { clientId } = demo
const [streamer, , , follower] = demo.people as { channelId: string }[]
const campaignDraft = { clientId, categoryId: 'talk', rewards: ['a sword'] }
const { campaignId, rewardIds } = await platform.sandbox('POST', '/drops/campaigns', campaignDraft)
await platform.sandbox('POST', '/actions/claim', { rewardId: rewardIds[0], byChannelId: follower?.channelId })
const campaignPath = `/console/drops/${clientId}/${campaignId}`

const lists: List[] = [
  {
    name: 'applications',
    path: '/console/apps',
    answers: /\/console\/v1\/apps\?.*sort=/,
    more: 'Next',
    pageSize: 50,
    maxPages: 20,
    makeRow: (row, index) => ({ ...row, clientId: toHexId(index), name: `Bot ${index}` }),
    makePage: (page) => ({ page, totalCount: total, totalPages: total / 50 }),
  },
  {
    name: 'followers',
    path: '/studio/followers?name=e',
    answers: /\/console\/v1\/followers\/search/,
    more: 'Show more',
    pageSize: 50,
    makeRow: (row, index) => ({ ...row, channelId: toHexId(index), channelName: `follower ${index}` }),
    makePage: (page, isLast) => ({ page: { next: isLast ? null : String(page + 1) } }),
  },
  {
    name: 'records',
    path: '/console/inspector',
    answers: /\/sandbox\/v1\/records\?/,
    more: 'Older records',
    pageSize: 50,
    makeRow: (row, index) => ({ ...row, position: total - index, traceId: null }),
    makePage: (page, isLast) => ({ page: { newest: total, next: isLast ? null : total - (page + 1) * 50 } }),
  },
  {
    name: 'claims',
    path: campaignPath,
    answers: /\/claims\?/,
    more: 'Show more',
    pageSize: 50,
    makeRow: (row, index) => ({ ...row, claimId: `claim-${index}`, channelName: `viewer ${index}` }),
    makePage: (page, isLast) => ({ page: { cursor: isLast ? null : String(page + 1) } }),
  },
]
const pages = [
  '/console/apps',
  '/console/apps/new',
  `/console/apps/${clientId}`,
  '/console/trigger',
  '/console/inspector',
  '/console/drops',
  `/console/drops/${clientId}/new`,
  campaignPath,
  '/reference',
  '/reference/events',
  '/reference/signature',
  '/reference/changelog',
  '/reference/chat.sendMessage',
  '/watch',
  `/watch/${streamer?.channelId}`,
  '/studio',
  ...['live', 'key', 'chat', 'overlays', 'activity', 'analytics'].map((name) => `/studio/${name}`),
  ...['followers', 'subscribers', 'managers', 'restrictions', 'moderation'].map((name) => `/studio/${name}`),
  '/connections',
  '/account',
]

const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ baseURL: baseUrl, viewport: { width: 1280, height: 860 }, locale: 'en-US' })
page.setDefaultTimeout(giveUpMs)
// A page that does not exist, so that each page has a first visit.
await signIn(page, '/console/none')
await page.locator('main h1').waitFor()

/** The table has the slowest pages. */
const pagesInTable = 3
const visited: { page: string; first: number; later: number; longest: number }[] = []
for (const path of chosen.length > 0 ? [] : pages) {
  const first = await measureVisit(path)
  const later: number[] = []
  for (let nth = 0; nth < visits; nth++) {
    await measureVisit(path === '/account' ? '/connections' : '/account')
    later.push(await measureVisit(path))
  }
  console.log(`${nameOf(path)}: ${first.toFixed(0)} ms, ${later.map((ms) => ms.toFixed(0)).join(', ')} ms`)
  visited.push({ page: nameOf(path), first, later: median(later), longest: Math.max(...later) })
}

/** The first answers of the server, by list. */
const templates = new Map<List, { envelope: object; content: Content }>()
const listRows: (string | number)[][] = []
let longCpuTasks = 0
for (const list of lists.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
  const { loading, scrolling, inPage } = await measureList(list)
  longCpuTasks += loading.longCpu + scrolling.longCpu
  listRows.push([
    list.name,
    inPage,
    ...[loading, scrolling].map(({ longestCpuMs }) => `${longestCpuMs.toFixed(0)} ms`),
    loading.longWall + scrolling.longWall,
  ])
}
await browser.close()
const pagesTable = {
  name: 'console-pages',
  columns: ['slowest pages', 'first visit', `later visits, median of ${visits}`, 'longest'],
  rows: visited
    .toSorted((a, b) => b.later - a.later)
    .slice(0, pagesInTable)
    .map(({ page, first, later, longest }) => [page, ...[first, later, longest].map((ms) => `${ms.toFixed(0)} ms`)]),
  goals: [
    {
      name: 'slowest page after its first visit, in ms',
      value: Math.round(Math.max(...visited.map(({ later }) => later))),
      atMost: interactiveMs,
    },
  ],
}
const listsTable = {
  name: 'console-lists',
  columns: [
    'list of 10,000',
    'rows in the page',
    'longest task while loading',
    'longest task while scrolling',
    'tasks over 50 ms of wall time',
  ],
  rows: listRows,
  goals: [{ name: 'tasks over 50 ms, CPU time', value: longCpuTasks, atMost: 0 }],
}
await (chosen.length > 0 ? report(listsTable) : report(pagesTable, listsTable))

/** Milliseconds from a navigation in the loaded console until everything is loaded and the main thread is idle. */
async function measureVisit(path: string): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const startedAt = performance.now()
    await __TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })
    const isShown = () => location.pathname === ${JSON.stringify(path)} &&
      document.querySelector('main h1') !== null && document.querySelector('main .loading_outline') === null
    do {
      await new Promise(requestAnimationFrame)
      if (performance.now() - startedAt > ${giveUpMs}) throw new Error('not shown: ' + ${JSON.stringify(path)})
    } while (!isShown())
    await new Promise((resolve) => requestIdleCallback(resolve))
    return performance.now() - startedAt
  })()`)
}

async function measureList(list: List) {
  const lastPage = Math.min(list.maxPages ?? Infinity, total / list.pageSize) - 1
  const answered = { pages: 0 }
  await page.route(list.answers, (route) => answer(route, list, answered))
  await visit(page, list.path)
  const more = page.getByRole('button', { name: list.more, exact: true })
  await more.waitFor()
  const loading = await measureTasks(page, async () => {
    // The page itself clicks: each step of the browser's driver is a task of the page as well.
    await page.evaluate(`(async () => {
      const end = performance.now() + ${giveUpMs}
      let clickedAt = null
      for (let nth = 0; nth < ${lastPage}; ) {
        const button = [...document.querySelectorAll('main button')].find(
          ({ textContent }) => textContent === ${JSON.stringify(list.more)})
        const range = document.querySelector('main table ~ nav, main div:has(> table) ~ nav')?.textContent
        if (button && !button.disabled && !button.dataset.loading && (!${list.maxPages !== undefined} || range !== clickedAt)) {
          clickedAt = range
          button.click()
          nth++
        }
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        if (performance.now() > end) throw new Error('page ' + nth + ' of ${list.name} was not loaded')
      }
    })()`)
  })
  await page.evaluate('window.scrollTo(0, 0)')
  const scrolling = await measureTasks(page, () =>
    page.evaluate(`(async () => {
      for (let nth = 1; nth <= ${scrolls}; nth++) {
        window.scrollTo(0, document.body.scrollHeight * nth / ${scrolls})
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      }
    })()`),
  )
  const inPage = await page.locator('main :is(ul.layout_rows > li, tbody > tr):not([aria-hidden])').count()
  await page.unroute(list.answers)
  console.log(`${list.name}: ${answered.pages} pages, ${JSON.stringify({ loading, scrolling, inPage })}`)
  return { loading, scrolling, inPage }
}

/** Answers with the next page: copies of the first row of the answer of the server. */
async function answer(route: Route, list: List, answered: { pages: number }) {
  const url = new URL(route.request().url())
  const isPoll = url.searchParams.has('after')
  const cursor = url.searchParams.get('next') ?? url.searchParams.get('from') ?? url.searchParams.get('page')
  const before = url.searchParams.get('before')
  const pageNumber = before === null ? Number(cursor) : (total - Number(before)) / list.pageSize
  for (const parameter of ['next', 'from', 'page', 'before', 'after']) url.searchParams.delete(parameter)
  const template = templates.get(list) ?? (await fetchTemplate(route, url.href))
  templates.set(list, template)
  const { envelope, content } = template
  const [row = {}] = content.data
  const data = Array.from({ length: isPoll ? 0 : list.pageSize }, (_, index) =>
    list.makeRow(row, pageNumber * list.pageSize + index),
  )
  const isLast = (pageNumber + 1) * list.pageSize >= total
  if (!isPoll) answered.pages++
  await route.fulfill({ json: { ...envelope, content: { ...content, data, ...list.makePage(pageNumber, isLast) } } })
}

async function fetchTemplate(route: Route, url: string) {
  const response = await route.fetch({ url })
  const { content, ...envelope } = (await response.json()) as { content: Content }
  return { envelope, content }
}

/** The tasks of the main thread while `run` runs, with their CPU time, and those that the page itself calls long. */
async function measureTasks(target: Page, run: () => Promise<unknown>) {
  await target.evaluate(`globalThis.longTasks = []; globalThis.taskObserver = new PerformanceObserver((list) =>
    longTasks.push(...list.getEntries().map(({ duration }) => duration))); taskObserver.observe({ type: 'longtask' })`)
  await browser.startTracing(target, { categories: ['disabled-by-default-devtools.timeline'] })
  await run()
  const cpuMs = readTaskCpuTimes(await browser.stopTracing())
  const longWall = await target.evaluate<number>('(taskObserver.disconnect(), longTasks.length)')
  return { longestCpuMs: Math.max(0, ...cpuMs), longCpu: cpuMs.filter((ms) => ms > longTaskMs).length, longWall }
}

function toHexId(index: number): string {
  return index.toString(16).padStart(32, '0')
}

function nameOf(path: string): string {
  return path
    .replace(clientId, 'CLIENT')
    .replace(campaignId, 'CAMPAIGN')
    .replace(streamer?.channelId ?? '', 'CHANNEL')
}
