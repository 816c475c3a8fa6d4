import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { command, UsageFault, type Env } from './command.ts'
import type { Finding } from './signature-mistakes-rules.ts'
import { diagnose } from './signature-rules.ts'

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
  const lines = [...options.header, ...(options.headers === undefined ? [] : linesIn(await read(options.headers)))]
  const { found, findings } = headersIn(lines, options.prefix ?? 'Svc-')
  const { Id: id, Timestamp: timestamp, Signature: signature } = found
  if (id === undefined || timestamp === undefined || signature === undefined) {
    const missing = ['Id', 'Timestamp', 'Signature'].filter((name) => found[name] === undefined)
    const says = `There is no header ${missing.map((name) => `…Event-Message-${name}`).join(', none ')}.`
    return tell([...findings, { cause: 'missing header', says }], options)
  }
  const body = options.body === undefined ? await buffer(process.stdin) : await read(options.body)
  const evidence = { id, timestamp, signature, body, secret, accessToken: options['access-token'] }
  findings.push(...diagnose(evidence))
  if (findings.length === 0 && options.computed !== undefined)
    findings.push(...diagnose({ ...evidence, signature: options.computed }))
  return tell(findings, options)
}

function tell(findings: Finding[], { json }: { json?: boolean | undefined }): number {
  const matches = findings.length === 0
  const verdict = matches ? 'The signature matches.' : 'The signature does not match.'
  const text = [verdict, ...findings.map(({ cause, says }) => `- ${cause}: ${says}`)].join('\n')
  process.stdout.write(`${json ? JSON.stringify({ matches, findings }) : text}\n`)
  return matches ? 0 : 1
}

/** The headers that count, by the end of their names; under another prefix than expected they are found all the same, and it is said. */
function headersIn(lines: string[], prefix: string): { found: Record<string, string>; findings: Finding[] } {
  const found: Record<string, string> = {}
  const findings: Finding[] = []
  for (const line of lines) {
    const [, own = '', name = '', value = ''] =
      /^(.*?)Event-Message-(Id|Timestamp|Signature)\s*:\s*(.*?)\s*$/i.exec(line) ?? []
    if (name === '') continue
    found[name[0]?.toUpperCase() + name.slice(1).toLowerCase()] = value
    if (own.toLowerCase() === prefix.toLowerCase() || findings.length > 0) continue
    const says = `The names of the headers begin with "${own}", and not with "${prefix}".`
    findings.push({ cause: 'header prefix', says })
  }
  return { found, findings }
}

/** A header to a line, or an object of them in JSON. */
function linesIn(file: Buffer): string[] {
  const text = file.toString('utf8')
  if (!text.trimStart().startsWith('{')) return text.split(/\r?\n/)
  try {
    return Object.entries(JSON.parse(text) as object).map(([name, value]) => `${name}: ${[value].flat().join()}`)
  } catch {
    throw new UsageFault('The file of the headers is not JSON.')
  }
}

async function read(path: string): Promise<Buffer> {
  return readFile(path).catch(() => {
    throw new UsageFault(`The file ${path} cannot be read.`)
  })
}
