import { createHmac, timingSafeEqual } from 'node:crypto'
import { limits } from '@onair/contract'
import { deriveKey } from '../secrets.ts'
import { compose } from '../text.ts'
import type { Deps } from '../../infra/deps.ts'

type KeyDeps = Pick<Deps, 'installationKey'>
type ProofDeps = KeyDeps & Pick<Deps, 'clock'>

/** The channel whose password was entered, its hash, and who entered it; null is a guest. */
type Entered = { channelId: string; passwordHash: Buffer; viewerChannelId: string | null }

/**
 * The hash of a channel's password. Without the installation key, which no database has, nobody can guess it; so it costs
 * less than that of an account, and guesses at the server are limited.
 */
export function hashWatchPassword(channelId: string, password: string, { installationKey }: KeyDeps): Buffer {
  return mac('watch password', [channelId, compose(password)], installationKey)
}

export function isWatchPassword(
  password: string,
  { channelId, passwordHash }: Pick<Entered, 'channelId' | 'passwordHash'>,
  deps: KeyDeps,
): boolean {
  return timingSafeEqual(hashWatchPassword(channelId, password, deps), passwordHash)
}

/** A proof that a viewer entered the password. It is of no use once the password changes, and after some hours. */
export function issueWatchProof(entered: Entered, { clock, installationKey }: ProofDeps): string {
  const until = (clock.monotonicNow() + limits.watchProofSec * 1_000).toString(36)
  return `${until}.${signatureOf(entered, until, installationKey).toString('base64url')}`
}

export function isWatchProof(proof: string | null, entered: Entered, { clock, installationKey }: ProofDeps): boolean {
  const [, until = '', signature = ''] = /^([0-9a-z]{1,12})\.([\w-]{43})$/.exec(proof ?? '') ?? []
  if (until === '' || Number.parseInt(until, 36) <= clock.monotonicNow()) return false
  return timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(entered, until, installationKey))
}

function signatureOf({ channelId, passwordHash, viewerChannelId }: Entered, until: string, key: Buffer): Buffer {
  return mac('watch proof', [channelId, passwordHash.toString('hex'), viewerChannelId ?? '', until], key)
}

function mac(purpose: string, parts: readonly string[], installationKey: Buffer): Buffer {
  return createHmac('sha256', deriveKey(purpose, installationKey)).update(JSON.stringify(parts)).digest()
}
