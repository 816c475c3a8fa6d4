import { setTimeout as wait } from 'node:timers/promises'
import { limits, sandboxApi } from '@onair/contract'
import { systemClock } from '@onair/server/infra/clock.ts'
import type { Env } from '@onair/cli/command.ts'
import { DropsLab } from '../drops-lab/lab.ts'
import { toJson } from '../drops-lab/report.ts'
import { sandboxClient } from '@onair/cli/commands/sandbox/sandbox.ts'
import { InvalidArguments, readText } from './tools.ts'

const text = (description: string) => ({ type: 'string' as const, description })
const integer = (minimum: number, maximum: number, description: string) => ({
  type: 'integer' as const,
  minimum,
  maximum,
  description,
})

export const dropsLabInput = {
  type: 'object' as const,
  properties: {
    receiver: text('Webhook URL of the service'),
    grants: text('URL at which the service lists what it granted: lines of JSON with channelId and rewardId'),
    clientId: text('Application of the service; the demo application if omitted'),
    clientSecret: text('Required with clientId'),
    headerPrefix: text('Prefix of the header names; Svc- if omitted'),
    seed: integer(0, 2 ** 31, 'Seed of the claims and faults; 1 if omitted'),
    claims: integer(1, 30, 'Claims per round; 2 if omitted'),
    withinSeconds: integer(1, 600, 'How long the service may take to find missed claims; 10 if omitted'),
  },
  required: ['receiver'],
  additionalProperties: false,
}

/** The drops laboratory: the same rounds and findings as `onair drops lab`. */
export async function runDropsLab(
  args: Record<string, unknown>,
  { baseUrl, env }: { baseUrl: string; env: Env },
): Promise<object> {
  for (const field of Object.keys(args))
    if (!Object.hasOwn(dropsLabInput.properties, field))
      throw new InvalidArguments('UNKNOWN_ARGUMENT', field, `drops_runLab has no argument ${field}`)
  const sandbox = sandboxClient({ baseUrl }, env)
  const { demo, consoleUrl } = await sandbox(sandboxApi.demo.getOverview)
  const credentials = credentialsOf(args, demo)
  const result = await DropsLab.run({
    sandbox,
    app: sandboxClient({ baseUrl, credentials }, env),
    ...credentials,
    receiverUrl: requireUrl('receiver', readText(args, 'receiver')),
    prefix: readText(args, 'headerPrefix') ?? 'Svc-',
    deadlineMs: limits.webhookDeadlineMs,
    // The command also takes a file, which a client of this server must not read.
    grants: args['grants'] === undefined ? null : requireUrl('grants', readText(args, 'grants')),
    seed: readInteger(args, 'seed', 1),
    claimsPerRound: readInteger(args, 'claims', 2),
    withinMs: readInteger(args, 'withinSeconds', 10) * 1_000,
    clock: systemClock(),
    wait: (ms) => wait(ms),
    signal: new AbortController().signal,
    onRound: () => {},
  })
  return toJson(result, consoleUrl)
}

function credentialsOf(args: Record<string, unknown>, demo: { clientId: string; clientSecret: string }) {
  const [clientId, clientSecret] = [readText(args, 'clientId'), readText(args, 'clientSecret')]
  if (clientId === undefined) return { clientId: demo.clientId, clientSecret: demo.clientSecret }
  if (clientSecret === undefined)
    throw new InvalidArguments('MISSING', 'clientSecret', 'clientSecret: is required with clientId')
  return { clientId, clientSecret }
}

function requireUrl(field: string, value: string | undefined): string {
  if (value === undefined) throw new InvalidArguments('MISSING', field, `${field}: is required`)
  if (!/^https?:\/\//.test(value) || !URL.canParse(value))
    throw new InvalidArguments('INVALID_VALUE', field, `${field}: must be a URL`)
  return value
}

function readInteger(args: Record<string, unknown>, field: 'seed' | 'claims' | 'withinSeconds', fallback: number) {
  const { minimum, maximum } = dropsLabInput.properties[field]
  const value = args[field] ?? fallback
  if (typeof value !== 'number' || !Number.isInteger(value) || value < minimum || value > maximum)
    throw new InvalidArguments('INVALID_VALUE', field, `${field}: must be an integer from ${minimum} to ${maximum}`)
  return value
}
