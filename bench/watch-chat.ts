import { chromium, type Page } from 'playwright-core'
import { startProgram } from '../server/testing/program.ts'
import { callsTo } from '../server/testing/spread.ts'
import { rounded } from './child.ts'

/*
 * A chat of 50 messages a second in a watch page that somebody looks at: how often the page's own thread is held up, and
 * pictures of the screen that are late, beside the same page while nobody speaks.
 *   node bench/watch-chat.ts [seconds] [messages a second]
 */
const [seconds = 20, perSecond = 50] = process.argv.slice(2).map(Number)
const quietSec = 5
const tickMs = 5
const frameMs = 1_000 / 60

await using program = startProgram(['serve', '--ephemeral', '--port', '0', '--json'])
const { baseUrl } = await program.ready()
const platform = callsTo(String(baseUrl))
const { demo } = await platform.play('GET', '')
const [channelId = '', ...viewers] = demo.people.map((person: { channelId: string }) => person.channelId) as string[]
await platform.play('POST', '/acts/go-live', { channelId, viewers: 500 })

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage({ baseURL: String(baseUrl), viewport: { width: 1280, height: 860 } })
await page.goto(`/watch/${channelId}`)
await page.locator('.chat [role=status]', { hasNotText: /./ }).waitFor({ state: 'attached' })
const devtools = await page.context().newCDPSession(page)
await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
// The first lines and pictures are loaded before anything is counted.
await speak(2)

console.log(JSON.stringify({ bench: 'watch-chat', said: 0, ...(await watched(() => pause(quietSec * 1_000))) }))
const loud = await watched(() => speak(seconds))
await page.getByText(`message ${seconds * perSecond} `).waitFor()
console.log(JSON.stringify({ bench: 'watch-chat', said: seconds * perSecond, ...loud }))
await browser.close()

/** Speaks by the clock, whether the messages before were answered or not. */
async function speak(forSec: number) {
  const answers: Promise<unknown>[] = []
  const beganAt = performance.now()
  while (answers.length < forSec * perSecond) {
    const due = Math.min(forSec * perSecond, ((performance.now() - beganAt) / 1_000) * perSecond)
    while (answers.length < due) {
      const number = answers.length + 1
      const message = `message ${number} {:${['smile', 'fire', 'heart'][number % 3]}:} 안녕하세요 여러분`
      const byChannelId = viewers[number % viewers.length]
      answers.push(platform.play('POST', '/acts/chat', { channelId, byChannelId, message }))
    }
    await pause(tickMs)
  }
  await Promise.all(answers)
}

/** What the page's thread and its pictures go through while something happens. */
async function watched(act: () => Promise<void>) {
  await begin(page)
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
  const before = await spent()
  const beganAt = performance.now()
  await act()
  const lastedMs = performance.now() - beganAt
  const ownMs = ownTimes(await browser.stopTracing())
  const { tasks, gaps } = await end(page)
  const after = await spent()
  const perSec = (name: string) => rounded((((after[name] ?? 0) - (before[name] ?? 0)) * 1_000) / (lastedMs / 1_000))
  const late = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / frameMs) - 1), 0)
  return {
    seconds: rounded(lastedMs / 1_000),
    processorMsPerSecond: perSec('TaskDuration'),
    ofItScript: perSec('ScriptDuration'),
    ofItLayout: perSec('LayoutDuration'),
    ofItStyle: perSec('RecalcStyleDuration'),
    longestOwnMs: rounded(Math.max(0, ...ownMs)),
    longTasksOwn: ownMs.filter((ms) => ms > 50).length,
    longTasks: tasks.length,
    longestMs: rounded(Math.max(0, ...tasks)),
    longTaskShare: rounded(tasks.reduce((sum, ms) => sum + ms, 0) / lastedMs),
    pictures: gaps.length,
    droppedShare: rounded(late / (gaps.length + late)),
    longestPictureMs: rounded(Math.max(0, ...gaps)),
  }
}

/** What the page's thread has cost the processor so far, in seconds, whatever else the machine does. */
async function spent(): Promise<Record<string, number>> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

/** What each task of the page's thread cost the processor, in ms: a busy machine makes tasks long that are not. */
function ownTimes(trace: Buffer): number[] {
  type Event = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: Event[] }
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const places = new Set(threads.map(({ pid, tid }) => `${pid} ${tid}`))
  return traceEvents.flatMap(({ name, pid, tid, tdur }) =>
    name === 'RunTask' && tdur !== undefined && places.has(`${pid} ${tid}`) ? tdur / 1_000 : [],
  )
}

async function begin(of: Page) {
  await of.evaluate(`globalThis.watching = (() => {
    const tasks = [], gaps = []
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    observer.observe({ type: 'longtask' })
    let last = performance.now(), isOver = false
    const next = (now) => { if (isOver) return; gaps.push(now - last); last = now; requestAnimationFrame(next) }
    requestAnimationFrame((now) => { last = now; requestAnimationFrame(next) })
    return { end() { isOver = true; observer.disconnect(); return { tasks, gaps } } }
  })()`)
}

async function end(of: Page): Promise<{ tasks: number[]; gaps: number[] }> {
  return of.evaluate('watching.end()')
}

async function pause(ms: number) {
  await new Promise((resolve) => setTimeout(resolve, ms))
}
