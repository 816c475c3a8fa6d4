import { explainSignature } from '@onair/sdk/explain-signature'
import { text, type ToolInput } from './arguments.ts'
import { InvalidArguments, readText } from './tools.ts'

export const verifySignatureInput: ToolInput = {
  type: 'object',
  properties: {
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Headers of the request by name, as in a request of sandbox_sinks_getSink',
    },
    body: text('The raw body as text; a body that was parsed and serialized again has another signature'),
    bodyBase64: text('The raw body in base64, instead of body'),
    clientSecret: text('Client secret of the application'),
    headerPrefix: text('Prefix of the header names; Svc- if omitted'),
    computed: text('The signature that your code computed, to compare'),
    accessToken: text('An access token, to detect its use as the secret'),
  },
  required: ['headers', 'clientSecret'],
  additionalProperties: false,
}

/** The signature doctor: the same diagnosis as `onair webhook verify`. */
export async function verifySignature(args: Record<string, unknown>): Promise<object> {
  const { headers } = args
  const [body, bodyBase64] = [readText(args, 'body'), readText(args, 'bodyBase64')]
  const secret = readText(args, 'clientSecret') ?? ''
  if (body === undefined && bodyBase64 === undefined)
    throw new InvalidArguments('MISSING', 'body', 'body: is required, or bodyBase64')
  const findings = await explainSignature({
    headers: [JSON.stringify(headers)],
    body: new Uint8Array(bodyBase64 === undefined ? Buffer.from(body ?? '') : Buffer.from(bodyBase64, 'base64')),
    secret,
    prefix: readText(args, 'headerPrefix') ?? 'Svc-',
    computed: readText(args, 'computed'),
    accessToken: readText(args, 'accessToken'),
  })
  return { matches: findings.length === 0, findings }
}
