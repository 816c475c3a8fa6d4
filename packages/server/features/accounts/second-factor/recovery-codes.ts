import { createHmac } from 'node:crypto'
import type { Deps } from '../../../infra/deps.ts'
import { deriveKey } from '../../../shared/secrets.ts'
import { base32 } from './base32.ts'

const [codesPerPerson, codeBytes] = [10, 10]

type NewCodes = { codes: string[]; hashes: Buffer[] }

/** New recovery codes of 80 bits, such as `ABCD-EFGH-JKLM-NPQR`, and the hashes under which they are stored. */
export function newRecoveryCodes(channelId: string, deps: Pick<Deps, 'dataKey' | 'random'>): NewCodes {
  const codes = Array.from({ length: codesPerPerson }, () => base32(deps.random.bytes(codeBytes)))
  return {
    codes: codes.map((code) => (code.match(/.{4}/g) ?? []).join('-')),
    hashes: codes.map((code) => hashRecoveryCode(channelId, code, deps)),
  }
}

/** The characters of a recovery code, or null for an input of another form. */
export function parseRecoveryCode(input: string): string | null {
  const code = input.replaceAll(/[\s-]/g, '').toUpperCase()
  return /^[A-Z2-7]{16}$/.test(code) ? code : null
}

/** A hash that nobody computes from the database alone: the key of the data is sealed there. */
export function hashRecoveryCode(channelId: string, code: string, { dataKey }: Pick<Deps, 'dataKey'>): Buffer {
  return createHmac('sha256', deriveKey('recovery codes', dataKey)).update(`${channelId} ${code}`).digest()
}
