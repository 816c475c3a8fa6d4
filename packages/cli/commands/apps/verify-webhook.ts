import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { explainSignature, InvalidHeaders, type Finding } from '@onair/sdk/explain-signature'
import { defineCommand, UsageError, type Env } from '../../command.ts'
import { print } from '../../print.ts'

/** Checks the signature of a notification and explains a mismatch. Exit code 1 on a mismatch. */
export const verifyWebhook = defineCommand({
  name: 'webhook verify',
  summary: 'Check the signature of a notification and explain a mismatch; reads the secret from ONAIR_CLIENT_SECRET',
  positionals: {},
  options: {
    headers: { placeholder: '<file>', description: 'headers, as lines or as JSON' },
    header: {
      placeholder: '<header>',
      description: 'a header, "<name>: <value>"',
      isRepeatable: true,
    },
    body: { placeholder: '<file>', description: 'body', defaultText: 'standard input' },
    prefix: { placeholder: '<prefix>', description: 'prefix of the header names', defaultText: 'Svc-' },
    computed: { placeholder: '<signature>', description: 'signature that your code computed, to compare' },
    'access-token': { placeholder: '<token>', description: 'access token, to detect its use as the secret' },
    json: { description: 'print JSON' },
  },
  run: (options, env) => verify(options, env),
})

type VerifyOptions = Record<'headers' | 'body' | 'prefix' | 'computed' | 'access-token', string | undefined> & {
  header: string[]
  json: boolean
}

async function verify(options: VerifyOptions, env: Env): Promise<number> {
  const { ONAIR_CLIENT_SECRET: secret } = env
  if (secret === undefined || secret === '')
    throw new UsageError('webhook verify requires the client secret in the environment variable ONAIR_CLIENT_SECRET.')
  const headers = options.headers === undefined ? '' : (await readInputFile(options.headers)).toString('utf8')
  const body = options.body === undefined ? await buffer(process.stdin) : await readInputFile(options.body)
  const findings = await explainSignature({
    headers: [...options.header, headers],
    body: new Uint8Array(body),
    secret,
    prefix: options.prefix ?? 'Svc-',
    computed: options.computed,
    accessToken: options['access-token'],
  }).catch((error: unknown) => {
    throw error instanceof InvalidHeaders ? new UsageError('The headers file is not valid JSON.') : error
  })
  return printFindings(findings, options)
}

function printFindings(findings: Finding[], { json }: { json?: boolean | undefined }): number {
  const matches = findings.length === 0
  const verdict = matches ? 'The signature matches.' : 'The signature does not match.'
  const text = [verdict, ...findings.map(({ mistake, advice }) => `- ${mistake}: ${advice}`)].join('\n')
  print(json ? JSON.stringify({ matches, findings }) : text)
  return matches ? 0 : 1
}

async function readInputFile(path: string): Promise<Buffer> {
  return readFile(path).catch(() => {
    throw new UsageError(`Cannot read the file ${path}.`)
  })
}
