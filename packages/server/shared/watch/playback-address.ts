import { seal, unseal } from '../secrets.ts'
import type { Deps } from '../../infra/deps.ts'

const addressSeal = { purpose: 'playback address', context: '' }
/** No playback id has it. */
const prefix = 't.'

type AddressDeps = Pick<Deps, 'clock' | 'installationKey' | 'random'>

/** The name of a playback id in the addresses that one viewer gets of a limited live, for so many seconds. */
export function timedPlaybackId(playbackId: string, seconds: number, deps: AddressDeps): string {
  const text = `${deps.clock.monotonicNow() + seconds * 1_000} ${playbackId}`
  return prefix + seal(text, addressSeal, keyOf(deps), deps.random).toString('base64url')
}

/** The playback id in an address; null for a timed one that is forged or over. */
export function playbackIdIn(
  name: string,
  deps: Omit<AddressDeps, 'random'>,
): { playbackId: string; isTimed: boolean } | null {
  if (!name.startsWith(prefix)) return { playbackId: name, isTimed: false }
  try {
    const text = unseal(Buffer.from(name.slice(prefix.length), 'base64url'), addressSeal, keyOf(deps))
    const [until, playbackId = ''] = text.split(' ')
    return Number(until) > deps.clock.monotonicNow() ? { playbackId, isTimed: true } : null
  } catch {
    return null // Not sealed with the installation key.
  }
}

function keyOf({ installationKey }: Pick<Deps, 'installationKey'>) {
  return { current: installationKey, previous: null }
}
