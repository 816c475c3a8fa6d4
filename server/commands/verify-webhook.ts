import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { explainSignature, NoHeaders, type Finding } from '@onair/contract/client/explain-signature'
import { command, UsageFault, type Env } from './command.ts'

/** Says whether the signature of a notification matches, and otherwise why. Exit code 1 when it does not. */
export const verifyWebhook = command({
  words: 'webhook verify',
  does: 'Say whether the signature of a notification matches, and otherwise why; the secret comes from CLIENT_SECRET',
  takes: {},
  options: {
    headers: { value: '<file>', says: 'its headers, as lines or as JSON' },
    header: { value: '<header>', says: 'a header, "<name>: <value>", instead of the file', isMany: true },
    body: { value: '<file>', says: 'its body', otherwise: 'standard input' },
    prefix: { value: '<prefix>', says: 'what the header names begin with', otherwise: 'Svc-' },
    computed: { value: '<signature>', says: 'what your own code made of it' },
    'access-token': { value: '<token>', says: 'to see whether it was taken for the secret' },
    json: { says: 'print JSON' },
  },
  run: (given, env) => verify(given, env),
})

type Given = Record<'headers' | 'body' | 'prefix' | 'computed' | 'access-token', string | undefined> & {
  header: string[]
  json: boolean
}

async function verify(options: Given, env: Env): Promise<number> {
  const { CLIENT_SECRET: secret } = env
  if (secret === undefined || secret === '')
    throw new UsageFault('webhook verify needs the client secret in the environment, as CLIENT_SECRET.')
  const headers = options.headers === undefined ? '' : (await read(options.headers)).toString('utf8')
  const body = options.body === undefined ? await buffer(process.stdin) : await read(options.body)
  const findings = await explainSignature({
    headers: [...options.header, headers],
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
