import { readFile } from 'node:fs/promises'
import { CommandError } from '@onair/cli/command.ts'

/** A reward that the service gave to a person. */
export type Grant = { channelId: string; rewardId: string }

const timeoutMs = 10_000

/** Reads what a service granted, as NDJSON from a URL or a file: one line for each grant, with channelId and rewardId. */
export async function readGrants(source: string): Promise<Grant[]> {
  const text = await readText(source)
  return text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => parseGrant(line, number, source))
}

async function readText(source: string): Promise<string> {
  try {
    if (!/^https?:\/\//.test(source)) return await readFile(source, 'utf8')
    const response = await fetch(source, { signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return await response.text()
  } catch (error) {
    throw new CommandError(`Cannot read the grants of ${source}: ${(error as Error).message}.`)
  }
}

function parseGrant(line: string, number: number, source: string): Grant {
  let value: Partial<Grant> | null = null
  try {
    value = JSON.parse(line) as Partial<Grant> | null
  } catch {
    // Reported below.
  }
  const { channelId, rewardId } = value ?? {}
  if (typeof channelId !== 'string' || typeof rewardId !== 'string')
    throw new CommandError(`Line ${number} of ${source} is not JSON with channelId and rewardId.`)
  return { channelId, rewardId }
}
