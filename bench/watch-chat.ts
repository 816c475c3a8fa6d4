import { chromium, type Page } from 'playwright-core'
import { startProgram } from '../tests/support/programs/program.ts'
import { executablePath } from '../tests/support/clients/chromium.ts'
import { apiCalls } from '../tests/support/programs/cluster.ts'
import { readTaskCpuTimes } from './shared/page-tasks.ts'
import { besideGoal, report } from './shared/report.ts'
import { roundTo2 } from './shared/statistics.ts'

/*
 * Measures a watch page in Chromium that receives 50 chat messages per second, and the same page without messages: long
 * tasks of the main thread, and late frames.
 *   node bench/watch-chat.ts [seconds] [messages per second]
 */
const [seconds = 20, perSecond = 50] = process.argv.slice(2).map(Number)
const idleSec = 5
const tickMs = 5
const frameMs = 1_000 / 60

await using program = startProgram(['serve', '--ephemeral', '--port', '0', '--json'])
const { baseUrl } = await program.ready()
const platform = apiCalls(baseUrl)
const { demo } = await platform.sandbox('GET', '')
const [channelId = '', ...viewers] = demo.people.map((person: { channelId: string }) => person.channelId) as string[]
await platform.sandbox('POST', '/actions/go-live', { channelId, viewers: 500 })

const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ baseURL: baseUrl, viewport: { width: 1280, height: 860 } })
await page.goto(`/watch/${channelId}`)
await page.locator('section[aria-labelledby=chat] h2 [role=status]', { hasNotText: /./ }).waitFor({ state: 'attached' })
const devtools = await page.context().newCDPSession(page)
await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
// The first messages load the emoticons. They are not measured.
await sendMessages(2)

const idle = await measurePage(() => pause(idleSec * 1_000))
const busy = await measurePage(() => sendMessages(seconds))
await page.getByText(`message ${seconds * perSecond} `).waitFor()
await browser.close()
await report({
  name: 'watch-chat',
  columns: ['', 'CPU time of the main thread', 'longest task', 'tasks over 50 ms', 'of wall time', 'late frames'],
  rows: [
    ['no messages', ...cellsOf(idle)],
    [`${perSecond} messages/s`, ...cellsOf(busy)],
  ],
})

function cellsOf(measured: Awaited<ReturnType<typeof measurePage>>) {
  return [
    `${measured.cpuMsPerSecond.toFixed(0)} ms/s`,
    `${measured.longestTaskCpuMs.toFixed(1)} ms`,
    besideGoal(measured.longCpuTasks, { atMost: 0 }),
    measured.longTasks,
    `${(measured.lateShare * 100).toFixed(0)} %`,
  ]
}

/** Sends messages on schedule, without waiting for the responses. */
async function sendMessages(forSec: number) {
  const responses: Promise<unknown>[] = []
  const startedAt = performance.now()
  while (responses.length < forSec * perSecond) {
    const due = Math.min(forSec * perSecond, ((performance.now() - startedAt) / 1_000) * perSecond)
    while (responses.length < due) {
      const number = responses.length + 1
      const message = `message ${number} {:${['smile', 'fire', 'heart'][number % 3]}:} 안녕하세요 여러분`
      const byChannelId = viewers[number % viewers.length]
      responses.push(platform.sandbox('POST', '/actions/chat', { channelId, byChannelId, message }))
    }
    await pause(tickMs)
  }
  await Promise.all(responses)
}

/** Measures the main thread and the frames of the page while `run` runs. */
async function measurePage(run: () => Promise<void>) {
  await startObserving(page)
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
  const before = await readMetrics()
  const startedAt = performance.now()
  await run()
  const durationMs = performance.now() - startedAt
  const taskCpuMs = readTaskCpuTimes(await browser.stopTracing())
  const { tasks, gaps } = await stopObserving(page)
  const after = await readMetrics()
  const perSec = (name: string) => roundTo2((((after[name] ?? 0) - (before[name] ?? 0)) * 1_000) / (durationMs / 1_000))
  const late = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / frameMs) - 1), 0)
  return {
    cpuMsPerSecond: perSec('TaskDuration'),
    longestTaskCpuMs: Math.max(0, ...taskCpuMs),
    longCpuTasks: taskCpuMs.filter((ms) => ms > 50).length,
    longTasks: tasks.length,
    lateShare: late / (gaps.length + late),
  }
}

/** CPU time of the main thread since the start, in seconds. */
async function readMetrics(): Promise<Record<string, number>> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

async function startObserving(target: Page) {
  await target.evaluate(`globalThis.watching = (() => {
    const tasks = [], gaps = []
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    observer.observe({ type: 'longtask' })
    let last = performance.now(), isOver = false
    const next = (now) => { if (isOver) return; gaps.push(now - last); last = now; requestAnimationFrame(next) }
    requestAnimationFrame((now) => { last = now; requestAnimationFrame(next) })
    return { end() { isOver = true; observer.disconnect(); return { tasks, gaps } } }
  })()`)
}

async function stopObserving(target: Page): Promise<{ tasks: number[]; gaps: number[] }> {
  return target.evaluate('watching.end()')
}

async function pause(ms: number) {
  await new Promise((resolve) => setTimeout(resolve, ms))
}
