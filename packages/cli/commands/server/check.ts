import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, statfs } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { dirname, resolve } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { ConfigError, readConfig, type Config } from '@onair/server/config/config.ts'
import { systemClock } from '@onair/server/infra/clock.ts'
import type { ConnectionConfig } from '@onair/server/infra/db/pool.ts'
import {
  checkDatabaseFacts,
  checkDiskSpace,
  checkProxy,
  checkPublicResponse,
  checkRedisFacts,
  type CheckResult,
} from './check-rules.ts'
import { defineCommand, type Env } from '../../command.ts'
import { dataDirOption } from '../data/open-data.ts'
import { print } from '../../print.ts'
import { trustLocalCa } from '../sandbox/sandbox.ts'

/** Checks what a start with these settings needs. Changes nothing. */
export const check = defineCommand({
  name: 'check',
  summary:
    'Check settings, database, Redis, disk, clock, ONAIR_BASE_URL, RTMP, mail, S3 and sign-in providers before a start',
  positionals: {},
  options: { ...dataDirOption, json: { description: 'print JSON lines' } },
  async run({ 'data-dir': dataDir, json }, env) {
    const results = await runChecks({ ...env, ...(dataDir !== undefined && { ONAIR_DATA_DIR: dataDir }) })
    for (const result of results)
      print(json ? JSON.stringify(result) : `${result.status.padEnd(7)}  ${result.name.padEnd(10)}  ${result.text}`)
    return results.some(({ status }) => status === 'error') ? 1 : 0
  },
})

/** A check that throws is reported as an error with the message of the exception. */
async function runChecks(env: Env): Promise<CheckResult[]> {
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map((text) => ({ name: 'settings', status: 'error', text }))
  }
  const checks: [string, () => Promise<CheckResult[]>][] = [
    ['settings', () => checkExposure(config)],
    ['tls', () => checkCertificate(config)],
    ['disk', () => checkDisk(config)],
    ['database', () => checkDatabase(config)],
    ['redis', () => checkRedis(config)],
    ['public URL', () => checkPublicUrl(config)],
    ['rtmp', () => checkEncoders(config)],
    ['mail', () => checkMail(config)],
    ['recordings', () => checkRecordings(config)],
    ['sign-in', () => checkProviders(config)],
  ]
  const results: CheckResult[] = []
  for (const [name, run] of checks)
    results.push(
      ...(await run().catch((error: Error): CheckResult[] => [{ name, status: 'error', text: messageOf(error) }])),
    )
  return results
}

function messageOf(error: Error): string {
  const { cause } = error
  const reason = error instanceof TypeError && cause instanceof Error ? cause : error
  return (reason.message || (reason as { code?: string }).code || 'unknown error').replaceAll('\n', ' ')
}

async function checkExposure(config: Config): Promise<CheckResult[]> {
  const { requirePrivateSandbox } = await import('@onair/sandbox/private-sandbox.ts')
  await requirePrivateSandbox(config)
  return [{ name: 'settings', status: 'ok', text: `ONAIR_MODE=${config.mode}` }, ...checkProxy(config)]
}

async function checkCertificate({ tlsCert, tlsKey }: Config): Promise<CheckResult[]> {
  if (tlsCert === null || tlsKey === null) return []
  const certificate = new X509Certificate(await readFile(tlsCert))
  await readFile(tlsKey)
  const daysLeft = Math.floor((certificate.validToDate.getTime() - systemClock().now()) / 86_400_000)
  const status = daysLeft < 0 ? 'error' : daysLeft < 14 ? 'warning' : 'ok'
  return [{ name: 'tls', status, text: `The certificate ends ${certificate.validTo} (in ${daysLeft} days).` }]
}

async function checkDisk({ dataDir, databaseUrl }: Config): Promise<CheckResult[]> {
  if (databaseUrl !== null) return []
  let dir = resolve(dataDir)
  while (!existsSync(dir)) dir = dirname(dir)
  const { bavail, bsize } = await statfs(dir)
  return [checkDiskSpace(bavail * bsize, dir)]
}

async function checkDatabase(config: Config): Promise<CheckResult[]> {
  const { databaseUrl, secretKey } = config
  if (databaseUrl !== null && secretKey !== null) return inspect(config, databaseUrl)

  const { findClusterDirectory } = await import('@onair/server/infra/db/embedded/data-directory.ts')
  if ((await findClusterDirectory(config.dataDir)) === null)
    return [
      { name: 'database', status: 'ok', text: `The first start creates a database in ${resolve(config.dataDir)}.` },
    ]
  const { connectEmbeddedPostgres, openEmbeddedPostgres } =
    await import('@onair/server/infra/db/embedded/embedded-postgres.ts')
  const running = await connectEmbeddedPostgres(config.dataDir)
  if (running !== null) return inspect(config, running)
  await using opened = await openEmbeddedPostgres({ dir: config.dataDir, durable: true, print: () => {} })
  return await inspect(config, opened.connection)
}

async function inspect(config: Config, connection: ConnectionConfig): Promise<CheckResult[]> {
  const { loadKeys } = await import('@onair/server/create-deps.ts')
  const { inspectDatabase } = await import('@onair/server/infra/db/inspect-database.ts')
  const { modeMismatch } = await import('@onair/server/features/installation/mode-rules.ts')
  const { unsealDataKey } = await import('@onair/server/features/installation/claim-installation.ts')
  const clock = systemClock()
  const facts = await inspectDatabase(connection, () => clock.now())
  const results = checkDatabaseFacts(facts, config)
  const { installation } = facts
  if (installation === null) return results
  const refusal = installation.mode === null ? null : modeMismatch(installation.mode, config.mode)
  if (refusal !== null) results.push({ name: 'mode', status: 'error', text: refusal })
  try {
    unsealDataKey(installation.sealedDataKey, await loadKeys(config, config.dataDir))
  } catch (error) {
    results.push({ name: 'key', status: 'error', text: messageOf(error as Error) })
  }
  return results
}

async function checkRedis({ redisUrl, redisCluster }: Config): Promise<CheckResult[]> {
  if (redisUrl === null) return []
  const { inspectRedis } = await import('@onair/server/infra/redis/inspect-redis.ts')
  return [checkRedisFacts(await inspectRedis(redisUrl, redisCluster))]
}

async function checkPublicUrl(config: Config): Promise<CheckResult[]> {
  const { baseUrl, mode } = config
  if (baseUrl === null) return []
  if (mode === 'sandbox') await trustLocalCa(config.dataDir)
  try {
    const { status, headers } = await fetch(baseUrl, { redirect: 'manual', signal: AbortSignal.timeout(5_000) })
    return checkPublicResponse(baseUrl, { status, httpDate: headers.get('date'), now: systemClock().now() })
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    if (code === 'ECONNREFUSED')
      return [
        {
          name: 'public URL',
          status: 'warning',
          text: `Nothing listens at ${baseUrl}. If a proxy serves this URL, start the proxy.`,
        },
      ]
    return [{ name: 'public URL', status: 'error', text: `Cannot reach ${baseUrl}: ${messageOf(error as Error)}` }]
  }
}

/** Whether the port for encoders is free, or a server answers there by RTMP, as this one does while it runs. */
async function checkEncoders(config: Config): Promise<CheckResult[]> {
  const { host, ingestUrl, mode, playbackUrl, roles, rtmpHost, rtmpPort, tlsCert, videoLives } = config
  if (!roles.includes('api') || playbackUrl !== null || videoLives === 0) return []
  if (rtmpPort === 'off')
    return rtmpResult('ok', 'ONAIR_RTMP_PORT=off: encoders publish to another process, if one listens for them.')
  const { rtmpPorts } = await import('@onair/server/infra/outbound/ssrf-guard.ts')
  const address = { host: rtmpHost ?? host, port: rtmpPort ?? rtmpPorts.rtmp }
  const shown = ingestUrl === null ? '' : `; the studio shows ${ingestUrl}`
  try {
    const server = createServer().listen(address)
    await once(server, 'listening')
    server.close()
    return rtmpResult('ok', `Port ${address.port} is free for encoders${shown}.`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
  }
  return (await answersRtmp(address, tlsCert !== null))
    ? rtmpResult('ok', `Port ${address.port} takes encoders, as this server does while it runs${shown}.`)
    : rtmpResult(
        mode === 'sandbox' && rtmpPort === null ? 'warning' : 'error',
        `Port ${address.port} of ONAIR_RTMP_PORT is in use by another program: choose another port, or off.`,
      )
}

/** The first byte of both sides of RTMP is its version. */
async function answersRtmp({ host, port }: { host: string; port: number }, isSecure: boolean): Promise<boolean> {
  const target = { host: host.replace(/^(0\.0\.0\.0|::)$/, 'localhost'), port }
  const socket = isSecure ? connectTls({ ...target, rejectUnauthorized: false }) : connect(target)
  socket.on('error', () => {})
  socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(1_536)]))
  const [first] = await once(socket, 'data', { signal: AbortSignal.timeout(3_000) }).catch((): Buffer[] => [])
  socket.destroy()
  return first?.[0] === 3
}

/** Signs in at the mail server as the worker does, and sends nothing. */
async function checkMail({ mailUrl, mailFrom, mode }: Config): Promise<CheckResult[]> {
  if (mailUrl === null || mailFrom === null) return []
  if (mode === 'sandbox') return mailResult('warning', 'A sandbox sends no mails: ONAIR_MAIL_URL has no effect.')
  const { smtpMailer } = await import('@onair/server/infra/mail/mailer.ts')
  const { hostname, port } = new URL(mailUrl)
  try {
    await smtpMailer({ url: mailUrl, from: mailFrom }).check()
    return mailResult('ok', `${hostname} takes mails from ${mailFrom}.`)
  } catch (error) {
    return mailResult(
      'error',
      `ONAIR_MAIL_URL: ${hostname}${port === '' ? '' : `:${port}`} refuses to take mails: ${messageOf(error as Error)}`,
    )
  }
}

/** Writes, reads and deletes an object in the bucket of recordings. */
async function checkRecordings({ recordingsS3Url }: Config): Promise<CheckResult[]> {
  if (recordingsS3Url === null) return []
  const { S3Bucket } = await import('@onair/server/infra/files/s3-bucket.ts')
  const { host, pathname } = new URL(recordingsS3Url)
  const place = `${host}${pathname}`
  try {
    await new S3Bucket(recordingsS3Url, 'check', systemClock()).check('check.txt')
    return [{ name: 'recordings', status: 'ok', text: `${place} stores recordings.` }]
  } catch (error) {
    const text = `ONAIR_RECORDINGS_S3_URL: ${place} cannot store recordings: ${messageOf(error as Error)}`
    return [{ name: 'recordings', status: 'error', text }]
  }
}

/** Reads the metadata of each sign-in provider, as the first person who signs in with it does. */
async function checkProviders({ signInProviders }: Config): Promise<CheckResult[]> {
  if (signInProviders.length === 0) return []
  const { signInProvider } = await import('@onair/server/infra/oidc.ts')
  const request = { redirectUri: 'https://site.example/', state: 's', nonce: 'n', codeVerifier: 'v' }
  return Promise.all(
    signInProviders.map(async (settings): Promise<CheckResult> => {
      const answer = await signInProvider(settings, systemClock()).createAuthorizationUrl(request)
      const text = (problem: string) => `ONAIR_SIGN_IN_PROVIDERS: ${settings.name} at ${settings.issuer}${problem}`
      return 'failed' in answer
        ? { name: 'sign-in', status: 'error', text: text(` does not answer: ${answer.error.replaceAll('\n', ' ')}`) }
        : { name: 'sign-in', status: 'ok', text: text('.') }
    }),
  )
}

function mailResult(status: CheckResult['status'], text: string): CheckResult[] {
  return [{ name: 'mail', status, text }]
}

function rtmpResult(status: CheckResult['status'], text: string): CheckResult[] {
  return [{ name: 'rtmp', status, text }]
}
