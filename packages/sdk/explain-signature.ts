import type { Bytes } from './bytes.ts'
import { diagnoseSignature, type Evidence } from './diagnose-signature.ts'
import type { Finding } from './signature-mistakes.ts'

export type { Finding }

type CapturedNotification = {
  /** The header texts: one header per line, or a JSON object. */
  headers: readonly string[]
  body: Bytes
  secret: string
  /** Prefix of the header names. */
  prefix: string
  /** The signature that the receiver computed, if it differs. */
  computed?: string | undefined
  accessToken?: string | undefined
}

/** The headers look like JSON and cannot be parsed. */
export class InvalidHeaders extends Error {
  override readonly name = 'InvalidHeaders'
}

/** Explains why the signature of a captured notification does not match. Empty if it matches. */
export async function explainSignature({
  headers,
  prefix,
  computed,
  ...rest
}: CapturedNotification): Promise<Finding[]> {
  const { found: headerValues, findings } = parseHeaders(headers.flatMap(headerLines), prefix)
  const { Id: id, Timestamp: timestamp, Signature: signature } = headerValues
  if (id === undefined || timestamp === undefined || signature === undefined) {
    const missing = ['Id', 'Timestamp', 'Signature'].filter((name) => headerValues[name] === undefined)
    const advice = `There is no header ${missing.map((name) => `…Event-Message-${name}`).join(', none ')}.`
    return [...findings, { mistake: 'missing header', advice }]
  }
  const mistakes = await diagnoseSignature({ ...rest, id, timestamp, signature })
  const isSignedByNew = mistakes.length > 0 && (await matchesNewSignature({ ...rest, id, timestamp }, headerValues))
  const all = [...findings, ...(isSignedByNew ? [] : mistakes)]
  if (all.length > 0 || computed === undefined) return all
  return diagnoseSignature({ ...rest, id, timestamp, signature: computed })
}

/** While the secret of an endpoint is rotated, the newer one has a signature of its own. */
async function matchesNewSignature(
  evidence: Omit<Evidence, 'signature'>,
  { 'Signature-new': signature }: Record<string, string>,
): Promise<boolean> {
  return signature !== undefined && (await diagnoseSignature({ ...evidence, signature })).length === 0
}

/** Finds the signature headers by suffix. A prefix other than the expected one is a finding. */
function parseHeaders(lines: string[], prefix: string): { found: Record<string, string>; findings: Finding[] } {
  const found: Record<string, string> = {}
  const findings: Finding[] = []
  for (const line of lines) {
    const colon = line.indexOf(':')
    const header = line.slice(0, Math.max(0, colon)).trimEnd()
    const [suffix, name = ''] = /Event-Message-(Id|Timestamp|Signature(?:-New)?)$/i.exec(header) ?? ['']
    if (name === '') continue
    const headerPrefix = header.slice(0, -suffix.length)
    found[name[0]?.toUpperCase() + name.slice(1).toLowerCase()] = line.slice(colon + 1).trim()
    if (headerPrefix.toLowerCase() === prefix.toLowerCase() || findings.length > 0) continue
    const advice = `The names of the headers begin with "${headerPrefix}", and not with "${prefix}".`
    findings.push({ mistake: 'header prefix', advice })
  }
  return { found, findings }
}

function headerLines(text: string): string[] {
  if (!text.trimStart().startsWith('{')) return text.split(/\r?\n/)
  try {
    return Object.entries(JSON.parse(text) as object).map(([name, value]) => `${name}: ${[value].flat().join()}`)
  } catch {
    throw new InvalidHeaders('the headers are not JSON')
  }
}
