import { bytesOfBase64, bytesOfHex, bytesOfText, isSameBytes, joined, type Bytes } from './bytes.ts'
import {
  bodiesOf,
  joins,
  notificationIn,
  secretsOf,
  timestampsOf,
  type Finding,
  type Variant,
} from './signature-mistakes.ts'

/** What is known of a notification whose signature a receiver could not confirm. */
export type Evidence = {
  id: string
  timestamp: string
  /** The signature in question: that of the header, or the one that the receiver's own code made. */
  signature: string
  body: Bytes
  secret: string
  accessToken?: string | undefined
}

/**
 * Why a signature is not that of id, timestamp and body under the secret; nothing when it is. Known mistakes are made on
 * purpose, one and then two at a time, until the same signature comes out.
 */
export async function diagnose(evidence: Evidence): Promise<Finding[]> {
  const { digest, findings } = digestIn(evidence.signature)
  if (digest === null) return findings
  return [...findings, ...((await mistakesThatMake(digest, evidence)) ?? suspicions(evidence))]
}

/** What somebody may have signed, and the mistakes that they made then. */
type Guess = { key: Bytes; signed: Bytes; findings: Finding[] }

/** So many are signed at once: it is done beside the program, and to wait for each alone takes five times as long. */
const atOnce = 500

/** The fewest mistakes, two at the most, that lead to the digest; null when none do. */
async function mistakesThatMake(digest: Bytes, evidence: Evidence): Promise<Finding[] | null> {
  const keys = new Map<Bytes, ReturnType<typeof importKey>>()
  const isRight = async ({ key, signed }: Guess) => {
    const imported = keys.get(key) ?? importKey(key)
    keys.set(key, imported)
    return isSameBytes(new Uint8Array(await crypto.subtle.sign('HMAC', await imported, signed)), digest)
  }
  for (const some of inBatches(guessesOf(evidence))) {
    const right = await Promise.all(some.map(isRight))
    const found = some[right.indexOf(true)]
    if (found !== undefined) return found.findings
  }
  return null
}

function* inBatches(guesses: Iterable<Guess>): Generator<Guess[]> {
  let some: Guess[] = []
  for (const guess of guesses) {
    some.push(guess)
    if (some.length < atOnce) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

function importKey(key: Bytes) {
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
}

/** Those with the fewest mistakes first. */
function* guessesOf({ id, timestamp, secret, accessToken, body }: Evidence): Generator<Guess> {
  const secrets = secretsOf(secret, { accessToken, body })
  const [bodies, timestamps] = [bodiesOf(body), timestampsOf(timestamp)]
  for (const most of [0, 1, 2])
    for (const key of within(most, secrets, []))
      for (const at of within(most, timestamps, [key]))
        for (const join of within(most, joins, [key, at]))
          for (const sent of within(most, bodies, [key, at, join])) {
            const parts = join.value(bytesOfText(id), bytesOfText(at.value), sent.value)
            yield { key: key.value, signed: joined(...parts), findings: findingsIn([key, at, join, sent]) }
          }
}

/** The variants that may still be tried beside those that were chosen: the right one alone, when there are mistakes enough. */
function within<T>(most: number, variants: Variant<T>[], chosen: Variant<unknown>[]): Variant<T>[] {
  return findingsIn(chosen).length < most ? variants : variants.slice(0, 1)
}

function findingsIn(chosen: Variant<unknown>[]): Finding[] {
  return chosen.flatMap(({ finding }) => finding ?? [])
}

/** The 32 bytes of a signature, however they are written. */
function digestIn(signature: string): { digest: Bytes | null; findings: Finding[] } {
  const findings: Finding[] = []
  const [, prefix = '', text = ''] = /^\s*(sha256=)?(.*?)\s*$/is.exec(signature) ?? []
  if (prefix !== 'sha256=')
    findings.push({ cause: 'no sha256=', says: 'A signature begins with "sha256=", in small letters.' })
  if (/^[0-9a-f]{64}$/i.test(text)) {
    if (/[A-F]/.test(text))
      findings.push({ cause: 'upper-case hex', says: 'The digits of a signature are lower-case.' })
    return { digest: bytesOfHex(text), findings }
  }
  if (/^[\w+/-]{43}=?$/.test(text)) {
    findings.push({ cause: 'base64', says: 'A signature is written in lower-case hexadecimal, not in base64.' })
    return { digest: bytesOfBase64(text), findings }
  }
  const says = 'This is no HMAC-SHA256: that has 64 hexadecimal digits after "sha256=" (SHA-1 has 40, SHA-512 has 128).'
  return { digest: null, findings: [{ cause: 'no SHA-256', says }] }
}

/** What is left to say when no mistake that is known leads to the signature. */
function suspicions({ id, secret, accessToken, body }: Evidence): Finding[] {
  const notification = notificationIn(body)
  const messageId = notification?.message?.messageId
  const found: Finding[] = []
  if (messageId !== undefined && messageId !== id)
    found.push({
      cause: 'another message',
      says: `The body is that of message ${messageId}, the headers are of ${id}.`,
    })
  if (secret === notification?.subscription?.clientId)
    found.push({ cause: 'client id as secret', says: 'This is the client id: the key is the client secret.' })
  else if (secret === accessToken)
    found.push({ cause: 'access token as secret', says: 'This is the access token: the key is the client secret.' })
  else if (!/^[\w-]{43}$/.test(secret))
    found.push({ cause: 'wrong secret', says: 'A client secret has 43 letters, digits, "-" and "_"; this has not.' })
  if (found.length > 0) return found
  const whose = 'that of another application, one that was replaced, an access token'
  const what = notification === null ? 'the body, which is no JSON,' : 'the body'
  return [
    {
      cause: 'wrong secret',
      says: `The secret is another one (${whose}), or ${what} is not what was sent with these headers.`,
    },
  ]
}
