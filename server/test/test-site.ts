import { clusterUnavailable, openCluster } from './cluster.ts'
import { openRoundRobin } from './round-robin.ts'
import { findFreePort } from './port.ts'
import { apiClient, createFixture, openTestApp, type TestApp } from './test-app.ts'

/** What a scenario needs of a site: the public API and the sandbox API. */
export type TestSite = Pick<TestApp, 'url' | 'call' | 'sandbox' | 'createFixture'> & AsyncDisposable

/** Whether scenarios run against two API, two gateway and two worker processes, as `npm run scenarios` does. */
const runsSixProcesses = process.env['SCENARIO_SITE'] === 'six'
export const siteUnavailable = runsSixProcesses && clusterUnavailable

/** In one process, with the database of the tests; or six processes that the scenarios of a file share. */
export async function openTestSite(): Promise<TestSite> {
  if (!runsSixProcesses) return openTestApp()
  shared ??= openSixProcesses()
  const { url, call, sandbox, createFixture } = await shared
  return { url, call, sandbox, createFixture, [Symbol.asyncDispose]: async () => {} }
}

let shared: Promise<TestSite> | null = null

/** Ends the six processes of the file, if there are any. */
export async function closeTestSite(): Promise<void> {
  await (await shared)?.[Symbol.asyncDispose]()
  shared = null
}

/** Behind a load balancer with the public address of the API and of the sockets. */
export async function openSixProcesses() {
  await using opening = new AsyncDisposableStack()
  const balancer = opening.use(await openRoundRobin())
  const cluster = opening.use(await openCluster())
  const env = { BASE_URL: balancer.url, SOCKET_URL: balancer.url }
  const start = async (roles: string) => {
    const own = { ...env, PORT: String(await findFreePort()) }
    return { roles, env: own, url: `http://127.0.0.1:${own.PORT}`, process: await cluster.start(roles, own) }
  }
  const [apis, gateways] = [
    [await start('api'), await start('api')],
    [await start('gateway'), await start('gateway')],
  ]
  const workers = [await start('worker'), await start('worker')]
  const urlsOf = (members: typeof apis) => members.map(({ url }) => url)
  balancer.setTargets({ apis: urlsOf(apis), gateways: urlsOf(gateways) })
  const call = apiClient(balancer.url)
  const sandbox: TestApp['sandbox'] = async (method, path, json) => {
    const { status, body } = await call(method, `/sandbox/v1${path}`, { json })
    if (status !== 200) throw new Error(`${method} ${path} returned ${status} ${body.message}`)
    return body.content
  }
  const opened = opening.move()
  return {
    url: balancer.url,
    call,
    sandbox,
    createFixture: (app = {}) => createFixture(sandbox, app),
    cluster,
    members: [...apis, ...gateways, ...workers],
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
