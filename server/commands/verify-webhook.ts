import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { explainSignature, NoHeaders, type Finding } from '@onair/contract/client/explain-signature'
import { optionsOf, UsageFault, type Env } from './command.ts'

/** Says whether the signature of a notification matches, and otherwise why. Exit code 1 when it does not. */
export async function verifyWebhook(args: string[], env: Env): Promise<number> {
  const options = optionsOf(args, {
    headers: { type: 'string' },
    header: { type: 'string', multiple: true },
    body: { type: 'string' },
    prefix: { type: 'string' },
    computed: { type: 'string' },
    'access-token': { type: 'string' },
    json: { type: 'boolean' },
  })
  const { CLIENT_SECRET: secret } = env
  if (secret === undefined || secret === '')
    throw new UsageFault('webhook verify needs the client secret in the environment, as CLIENT_SECRET.')
  const given = options.header ?? []
  const headers = options.headers === undefined ? '' : (await read(options.headers)).toString('utf8')
  const body = options.body === undefined ? await buffer(process.stdin) : await read(options.body)
  const findings = await explainSignature({
    headers: [...given, headers],
    body: new Uint8Array(body),
    secret,
    prefix: options.prefix ?? 'Svc-',
    computed: options.computed,
    accessToken: options['access-token'],
  }).catch((error: unknown) => {
    throw error instanceof NoHeaders ? new UsageFault('The file of the headers is not JSON.') : error
  })
  return tell(findings, options)
}

function tell(findings: Finding[], { json }: { json?: boolean | undefined }): number {
  const matches = findings.length === 0
  const verdict = matches ? 'The signature matches.' : 'The signature does not match.'
  const text = [verdict, ...findings.map(({ cause, says }) => `- ${cause}: ${says}`)].join('\n')
  process.stdout.write(`${json ? JSON.stringify({ matches, findings }) : text}\n`)
  return matches ? 0 : 1
}

async function read(path: string): Promise<Buffer> {
  return readFile(path).catch(() => {
    throw new UsageFault(`The file ${path} cannot be read.`)
  })
}
