import { limits } from '@onair/contract'
import { base64ToBytes, hexToBytes, utf8Bytes, equalBytes, concatBytes, type Bytes } from './bytes.ts'
import {
  bodyVariants,
  layoutVariants,
  parseNotification,
  secretVariants,
  timestampVariants,
  type Finding,
  type Variant,
} from './signature-mistakes.ts'

/** A notification whose signature could not be verified. */
export type Evidence = {
  id: string
  timestamp: string
  /** The signature to explain: from the header, or computed by the receiver. */
  signature: string
  body: Bytes
  secret: string
  accessToken?: string | undefined
}

/**
 * Explains why a signature does not match id, timestamp and body under the secret. Empty if it matches. Known mistakes
 * are reproduced, alone and in pairs, until one gives the same signature.
 */
export async function diagnoseSignature(evidence: Evidence): Promise<Finding[]> {
  const { digest, findings } = parseSignature(evidence.signature)
  if (digest === null) return findings
  return [...findings, ...((await findMistakes(digest, evidence)) ?? likelyMistakes(evidence))]
}

/** A text that may have been signed, and the mistakes that lead to it. */
type Candidate = { key: Bytes; signed: Bytes; findings: Finding[] }

/** Signatures computed in parallel; one at a time takes five times as long. */
const batchSize = 500

/** The fewest mistakes, up to two, that give the digest, or null. */
async function findMistakes(digest: Bytes, evidence: Evidence): Promise<Finding[] | null> {
  const keys = new Map<Bytes, ReturnType<typeof importKey>>()
  const matches = async ({ key, signed }: Candidate) => {
    const imported = keys.get(key) ?? importKey(key)
    keys.set(key, imported)
    return equalBytes(new Uint8Array(await crypto.subtle.sign('HMAC', await imported, signed)), digest)
  }
  for (const batch of batched(candidates(evidence))) {
    const results = await Promise.all(batch.map(matches))
    const match = batch[results.indexOf(true)]
    if (match !== undefined) return match.findings
  }
  return null
}

function* batched(candidates: Iterable<Candidate>): Generator<Candidate[]> {
  let batch: Candidate[] = []
  for (const candidate of candidates) {
    batch.push(candidate)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function importKey(key: Bytes) {
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
}

/** Fewest mistakes first. */
function* candidates({ id, timestamp, secret, accessToken, body }: Evidence): Generator<Candidate> {
  const secrets = secretVariants(secret, { accessToken, body })
  const [bodies, timestamps] = [bodyVariants(body), timestampVariants(timestamp)]
  for (const maxMistakes of [0, 1, 2])
    for (const key of variantsWithin(maxMistakes, secrets, []))
      for (const timestampVariant of variantsWithin(maxMistakes, timestamps, [key]))
        for (const layout of variantsWithin(maxMistakes, layoutVariants, [key, timestampVariant]))
          for (const bodyVariant of variantsWithin(maxMistakes, bodies, [key, timestampVariant, layout])) {
            const parts = layout.value(utf8Bytes(id), utf8Bytes(timestampVariant.value), bodyVariant.value)
            yield {
              key: key.value,
              signed: concatBytes(...parts),
              findings: findingsOf([key, timestampVariant, layout, bodyVariant]),
            }
          }
}

/** The variants to combine with the chosen ones: only the correct one after two mistakes. */
function variantsWithin<T>(maxMistakes: number, variants: Variant<T>[], chosen: Variant<unknown>[]): Variant<T>[] {
  return findingsOf(chosen).length < maxMistakes ? variants : variants.slice(0, 1)
}

function findingsOf(chosen: Variant<unknown>[]): Finding[] {
  return chosen.flatMap(({ finding }) => finding ?? [])
}

/** Decodes the 32 bytes of a signature in any encoding. */
function parseSignature(signature: string): { digest: Bytes | null; findings: Finding[] } {
  const findings: Finding[] = []
  const trimmed = signature.trim()
  const [prefix] = /^sha256=/i.exec(trimmed) ?? ['']
  const text = trimmed.slice(prefix.length)
  if (prefix !== 'sha256=')
    findings.push({ mistake: 'no sha256=', advice: 'A signature begins with "sha256=", in small letters.' })
  if (/^[0-9a-f]{64}$/i.test(text)) {
    if (/[A-F]/.test(text))
      findings.push({ mistake: 'upper-case hex', advice: 'The digits of a signature are lower-case.' })
    return { digest: hexToBytes(text), findings }
  }
  if (/^[\w+/-]{43}=?$/.test(text)) {
    findings.push({ mistake: 'base64', advice: 'A signature is written in lower-case hexadecimal, not in base64.' })
    return { digest: base64ToBytes(text), findings }
  }
  return { digest: null, findings: [/^[0-9a-f]*$/i.test(text) ? wrongLength(text.length) : notHexadecimal] }
}

const format = 'an HMAC-SHA256 signature has 64 hexadecimal digits after sha256='
const notHexadecimal: Finding = {
  mistake: 'not hexadecimal',
  advice: `Wrong characters: ${format}. This one contains other characters.`,
}
const otherHashes = new Map([
  [40, 'SHA-1'],
  [128, 'SHA-512'],
])

function wrongLength(length: number): Finding {
  const hash = otherHashes.get(length)
  const ofHash = hash === undefined ? '' : `, as ${hash} has`
  return { mistake: 'wrong length', advice: `Wrong length: ${format}. This one has ${length}${ofHash}.`, length }
}

function wrongForm(length: number): Finding {
  const entered = length === limits.credentialLength ? 'other characters' : `${length} characters`
  const form = `${limits.credentialLength} letters, digits, "-" or "_"`
  return { mistake: 'wrong secret', advice: `A client secret has ${form}. The entered value has ${entered}.`, length }
}

/** Likely causes when no known mistake gives the signature. */
function likelyMistakes({ id, secret, accessToken, body }: Evidence): Finding[] {
  const notification = parseNotification(body)
  const messageId = notification?.message?.messageId
  const findings: Finding[] = []
  if (messageId !== undefined && messageId !== id)
    findings.push({
      mistake: 'another message',
      advice: `The body is that of message ${messageId}, the headers are of ${id}.`,
    })
  if (secret === notification?.subscription?.clientId)
    findings.push({ mistake: 'client id as secret', advice: 'This is the client id: the key is the client secret.' })
  else if (secret === accessToken)
    findings.push({
      mistake: 'access token as secret',
      advice: 'This is the access token: the key is the client secret.',
    })
  else if (secret.length !== limits.credentialLength || !/^[\w-]+$/.test(secret))
    findings.push(wrongForm(secret.length))
  if (findings.length > 0) return findings
  const otherSecrets = 'that of another application, one that was replaced, an access token'
  const bodyPhrase = notification === null ? 'the body, which is no JSON,' : 'the body'
  return [
    {
      mistake: 'wrong secret',
      advice: `The secret is another one (${otherSecrets}), or ${bodyPhrase} is not what was sent with these headers.`,
    },
  ]
}
