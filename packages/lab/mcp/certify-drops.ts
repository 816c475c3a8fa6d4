import { sandboxApi } from '@onair/contract'
import { certify } from '../certify/run.ts'
import type { Target } from './target.ts'
import { InvalidArguments, readText } from './tools.ts'

const text = (description: string) => ({ type: 'string' as const, description })
const integer = (minimum: number, maximum: number, description: string) => ({
  type: 'integer' as const,
  minimum,
  maximum,
  description,
})

export const certifyDropsInput = {
  type: 'object' as const,
  properties: {
    receiver: text('Webhook URL of the service'),
    grants: text('URL at which the service lists what it granted: lines of JSON with channelId and rewardId'),
    clientId: text('Application of the service; the demo application if omitted'),
    claims: integer(2, 20, 'Claims of each check; 2 if omitted'),
    timeoutSeconds: integer(1, 60, 'How long the service may take for each step; 10 if omitted'),
    withinSeconds: integer(1, 600, 'How long the service may take to find missed claims; 10 if omitted'),
  },
  required: ['receiver'],
  additionalProperties: false,
}

/** Certifies a drops service, as `onair certify --drops` does. */
export async function certifyDrops(
  args: Record<string, unknown>,
  { baseUrl, createCaller, sandboxSecret }: Target,
): Promise<object> {
  for (const field of Object.keys(args))
    if (!Object.hasOwn(certifyDropsInput.properties, field))
      throw new InvalidArguments('UNKNOWN_ARGUMENT', field, `drops_certify has no argument ${field}`)
  const webhookUrl = requireUrl('receiver', readText(args, 'receiver'))
  const clientId = readText(args, 'clientId')
  const patienceMs = readInteger(args, 'timeoutSeconds', 10) * 1_000
  const reconcileMs = readInteger(args, 'withinSeconds', 10) * 1_000
  const drops = {
    claims: readInteger(args, 'claims', 2),
    // The command also takes a file, which a client of this server must not read.
    grants: args['grants'] === undefined ? null : requireUrl('grants', readText(args, 'grants')),
  }
  const { demo } = await createCaller({ baseUrl })(sandboxApi.demo.getOverview)
  const program = { start: null, clientId: clientId ?? demo.clientId, webhookUrl, waitMs: 0, reconcileMs }
  const subject = { profile: 'drops', probe: '', program, drops } as const
  return certify({ sandbox: { baseUrl, sandboxSecret }, name: webhookUrl, subject, patienceMs })
}

function requireUrl(field: string, value: string | undefined): string {
  if (value === undefined) throw new InvalidArguments('MISSING', field, `${field}: is required`)
  if (!/^https?:\/\//.test(value) || !URL.canParse(value))
    throw new InvalidArguments('INVALID_VALUE', field, `${field}: must be a URL`)
  return value
}

function readInteger(
  args: Record<string, unknown>,
  field: 'claims' | 'timeoutSeconds' | 'withinSeconds',
  fallback: number,
) {
  const { minimum, maximum } = certifyDropsInput.properties[field]
  const value = args[field] ?? fallback
  if (typeof value !== 'number' || !Number.isInteger(value) || value < minimum || value > maximum)
    throw new InvalidArguments('INVALID_VALUE', field, `${field}: must be an integer from ${minimum} to ${maximum}`)
  return value
}
