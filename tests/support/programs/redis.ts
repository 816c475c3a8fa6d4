import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { slotCount } from '@onair/server/infra/redis/hash-slot.ts'
import { closeRedis, openRedis } from '@onair/server/infra/redis/redis.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { eventually } from '../eventually.ts'
import { findFreePort } from './port.ts'

/** The deadline of a command: longer than a busy machine lets a test or a server wait. */
const testDeadlineMs = 30_000

/** The Redis that the tests share, which the test runner starts or TEST_REDIS_URL names, with a prefix for one file. */
export async function findTestRedis(): Promise<
  { url: string; prefix: string; deadlineMs: number } | { missing: string }
> {
  const { TEST_REDIS_URL: url } = process.env
  if (!url) return { missing: 'redis-server is not installed, and TEST_REDIS_URL is not set' }
  const options = { url, deadlineMs: testDeadlineMs }
  await closeRedis(await openRedis('probe', { ...options, log: silentLog }))
  return { ...options, prefix: `test:${randomUUID()}:` }
}

/** The server programs, found in PATH unless the environment names others: paths, or any server with the commands of Redis. */
export const redisServer = process.env['REDIS_SERVER'] ?? 'redis-server'
export const valkeyServer = process.env['VALKEY_SERVER'] ?? 'valkey-server'

/** A Redis of its own for one test, which can kill, freeze and restart it. */
export type PrivateRedis = AsyncDisposable & {
  url: string
  start(): Promise<void>
  kill(): Promise<void>
  freeze(): void
  thaw(): void
}

/** Listens on a Unix socket in a temporary directory, or on a port of this machine if one is given. */
export async function startPrivateRedis(
  port?: number,
  command = redisServer,
): Promise<PrivateRedis | { missing: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'redis-'))
  const socket = join(dir, 'redis.sock')
  const url = port === undefined ? socket : `redis://127.0.0.1:${port}`
  const listenArgs =
    port === undefined ? ['--port', '0', '--unixsocket', socket] : ['--port', `${port}`, '--bind', '127.0.0.1']
  let server: ChildProcess | undefined

  const start = async () => {
    server = await startServer(command, [...listenArgs, '--save', '', '--dir', dir])
  }
  const kill = () => killServer(server)
  try {
    await start()
  } catch (error) {
    await rm(dir, { recursive: true })
    return missingServer(command, error)
  }
  return {
    url,
    start,
    kill,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await kill()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

function missingServer(command: string, error: unknown): { missing: string } {
  return { missing: `${command} did not start: ${String(error)}. REDIS_SERVER and VALKEY_SERVER name other programs.` }
}

async function startServer(command: string, args: string[]): Promise<ChildProcess> {
  const server = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(server, 'spawn')
  for await (const text of server.stdout) if (String(text).includes('eady to accept connections')) break
  return server
}

async function killServer(server: ChildProcess | undefined): Promise<void> {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, 'exit')
  server.kill('SIGKILL')
  await exit
}

/** A Redis Cluster of three nodes without replicas, of which a test can kill and start each. */
export type PrivateRedisCluster = AsyncDisposable & { url: string; deadlineMs: number; nodes: PrivateNode[] }
type PrivateNode = { port: number; busPort: number; start(): Promise<void>; kill(): Promise<void> }

/** Each node serves a third of the hash slots. */
export async function startPrivateRedisCluster(
  command = redisServer,
): Promise<PrivateRedisCluster | { missing: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'redis-'))
  await using opening = new AsyncDisposableStack()
  opening.defer(() => rm(dir, { recursive: true, force: true }))
  const nodes: PrivateNode[] = []
  try {
    for (let at = 0; at < 3; at++) {
      const node = await clusterNode(command, dir)
      opening.defer(() => node.kill())
      await node.start()
      nodes.push(node)
    }
  } catch (error) {
    return missingServer(command, error)
  }
  await joinNodes(nodes)
  const opened = opening.move()
  return {
    url: nodes.map(({ port }) => `redis://127.0.0.1:${port}`).join(','),
    deadlineMs: testDeadlineMs,
    nodes,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** A connection to one node of a cluster. */
export function openNodeClient(port: number): Promise<Redis> {
  const options = { url: `redis://127.0.0.1:${port}`, log: silentLog, cluster: true, deadlineMs: testDeadlineMs }
  return openRedis('test', options)
}

function isJoined(state: string) {
  return /cluster_state:ok/.test(state) && /cluster_known_nodes:3/.test(state)
}

async function joinNodes(nodes: readonly PrivateNode[]) {
  await using opened = new AsyncDisposableStack()
  const clients: Redis[] = []
  for (const { port } of nodes) {
    clients.push(opened.adopt(await openNodeClient(port), closeRedis))
  }
  for (const [at, client] of clients.entries()) {
    await client.cluster('SET-CONFIG-EPOCH', at + 1)
    await client.cluster('ADDSLOTSRANGE', ...slotRange(at))
    if (at > 0) await client.cluster('MEET', '127.0.0.1', nodes[0]!.port, nodes[0]!.busPort)
  }
  await eventually(async () => (await Promise.all(clients.map((client) => client.cluster('INFO')))).every(isJoined), {
    within: testDeadlineMs,
  })
}

function slotRange(at: number): [number, number] {
  const third = Math.ceil(slotCount / 3)
  return [at * third, Math.min((at + 1) * third, slotCount) - 1]
}

async function clusterNode(command: string, parent: string): Promise<PrivateNode> {
  const port = await findFreePort()
  // The port of the cluster bus must be below 65,536.
  const busPort = await findFreePort()
  const dir = join(parent, `${port}`)
  await mkdir(dir)
  let server: ChildProcess | undefined
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--cluster-enabled', 'yes', '--cluster-port', `${busPort}`]
  return {
    port,
    busPort,
    async start() {
      server = await startServer(command, [...args, '--cluster-node-timeout', '1000', '--save', '', '--dir', dir])
    },
    kill: () => killServer(server),
  }
}
