import { readFile } from 'node:fs/promises'
import { limits, sandboxApi, user } from '@onair/contract'
import type { Client, Credentials } from '@onair/sdk/http'
import { LabError } from '../error.ts'
import { retryWhileBusy } from '../retry-while-busy.ts'
import { describeUnknown } from '../unknown-name.ts'

/** An application, and a token of it for a channel: its sessions follow the channel, and its messages go there. */
export type LoadAccount = { clientId: string; clientSecret: string; channelId: string; call: Client }
const accountFields = ['clientId', 'clientSecret', 'accessToken'] as const
type StoredAccount = Record<(typeof accountFields)[number], string>
export type CreateCaller = (credentials: Credentials) => Client

/** Messages per second of one token, below the default of ONAIR_QUOTA_PER_TOKEN. */
const ratePerAccount = 15
const concurrency = 8

/** How many applications the load needs: an application has at most 10 sessions. */
export function countAccounts({ sessions, rate }: { sessions: number; rate: number }): number {
  return Math.max(1, Math.ceil(sessions / limits.clientSessions), Math.ceil(rate / ratePerAccount))
}

/** Creates applications and people in a sandbox; the applications share `channels` channels. */
export async function createAccounts(
  call: Client,
  { accounts, channels }: { accounts: number; channels: number },
  { createCaller, onProgress, signal }: { createCaller: CreateCaller; onProgress: Progress; signal: AbortSignal },
): Promise<LoadAccount[]> {
  const created = await runConcurrently(channels, signal, async (at) => {
    const body = { channelName: `load ${at}` }
    return await retryWhileBusy(() => call(sandboxApi.people.createPerson, { body }), signal)
  })
  let done = 0
  return await runConcurrently(accounts, signal, async (at) => {
    const { channelId } = created[at % created.length]!
    const app = { name: `load ${at}`, redirectUri: 'http://127.0.0.1:9/callback' }
    const client = await retryWhileBusy(() => call(sandboxApi.apps.createApp, { body: app }), signal)
    const grant = { clientId: client.clientId, channelId }
    const { accessToken } = await retryWhileBusy(() => call(sandboxApi.grants.createGrant, { body: grant }), signal)
    onProgress(++done)
    return { ...client, channelId, call: createCaller({ ...client, accessToken }) }
  })
}

/** Reads the accounts of a file, one JSON object on each line, and asks for the channel of each token. */
export async function readAccounts(
  path: string,
  { createCaller, onProgress, signal }: { createCaller: CreateCaller; onProgress: Progress; signal: AbortSignal },
): Promise<LoadAccount[]> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new LabError('CANNOT_READ', `Cannot read the file ${path}.`)
  })
  const stored = text
    .split('\n')
    .map((line, at) => ({ line: line.trim(), at: at + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, at }) => parseAccount(line, `${path}, line ${at}`))
  if (stored.length === 0) throw new LabError('CANNOT_READ', `${path} has no account.`)
  let done = 0
  return await runConcurrently(stored.length, signal, async (at) => {
    const account = stored[at]!
    const call = createCaller(account)
    const { channelId } = await retryWhileBusy(() => call(user.getMe), signal)
    onProgress(++done)
    return { clientId: account.clientId, clientSecret: account.clientSecret, channelId, call }
  })
}

type Progress = (done: number) => void

function parseAccount(line: string, place: string): StoredAccount {
  let value: Partial<Record<keyof StoredAccount, unknown>> | null
  try {
    value = JSON.parse(line)
  } catch {
    throw new LabError('INVALID_LINE', `${place} is not JSON.`)
  }
  for (const field of accountFields)
    if (typeof value?.[field] !== 'string') throw new LabError('INVALID_LINE', `${place} has no ${field}.`)
  const unknown = Object.keys(value ?? {}).find((field) => !accountFields.some((known) => known === field))
  if (unknown !== undefined)
    throw new LabError('INVALID_LINE', `${place} has an unknown field ${describeUnknown(unknown, accountFields)}.`)
  return value as StoredAccount
}

/** Runs `task` with the numbers below `count`, several at a time, until one fails or the signal is aborted. */
export async function runConcurrently<T>(
  count: number,
  signal: AbortSignal,
  task: (at: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const work = async () => {
    while (next < count) {
      signal.throwIfAborted()
      const at = next++
      try {
        results[at] = await task(at)
      } catch (error) {
        next = count
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, work))
  return results
}
