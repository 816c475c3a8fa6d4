import { createHash } from 'node:crypto'
import type { CaseFileEnd } from './case-file.ts'

export type VerifiedCaseFile = {
  head: Record<string, unknown>
  end: CaseFileEnd
  /** Why it is not what was exported; null: it is. */
  problem: 'FOREIGN' | 'INCOMPLETE' | 'CHANGED' | null
}

const maxLineBytes = 16_000_000

/** Compares a case file with its last line. */
export async function verifyCaseFile(
  bytes: AsyncIterable<Buffer>,
): Promise<Pick<VerifiedCaseFile, 'problem'> & Partial<VerifiedCaseFile>> {
  const hash = createHash('sha256')
  let lines = 0
  let head: Record<string, unknown> | null = null
  let last: Buffer | null = null
  for await (const line of splitLines(bytes)) {
    head ??= parse(line)
    if (head?.['kind'] !== 'caseFile') return { problem: 'FOREIGN' }
    if (last !== null) {
      hash.update(last)
      lines += 1
    }
    last = line
  }
  const end = last === null ? null : (parse(last) as CaseFileEnd | null)
  if (head === null) return { problem: 'FOREIGN' }
  if (end?.kind !== 'end') return { problem: 'INCOMPLETE', head }
  const isSame = end.lines === lines && end.sha256 === hash.digest('hex')
  return { problem: isSame ? null : 'CHANGED', head, end }
}

/** The lines, each with its end. */
async function* splitLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes) {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([rest, chunk.subarray(from, end + 1)])
      rest = Buffer.alloc(0)
      from = end + 1
    }
    rest = Buffer.concat([rest, chunk.subarray(from)])
    if (rest.length > maxLineBytes) break
  }
  if (rest.length > 0) yield rest
}

function parse(line: Buffer): Record<string, unknown> | null {
  try {
    const content: unknown = JSON.parse(line.toString())
    return typeof content === 'object' ? (content as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}
