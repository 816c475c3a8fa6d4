import { networkOf } from '../../kit/network-of.ts'
import { hashOf } from '../../kit/secrets.ts'
import type { World } from '../../world/world.ts'

const windowMs = 15 * 60_000
/** Wrong passwords within a window, for one account from wherever they come, and from one address for whatever account. */
const perAccount = 10
const perAddress = 100
const signUpsPerAddress = 30
const identityChecksPerAccount = 10

type Counting = Pick<World, 'clock' | 'counters'>

/**
 * Counts an attempt to sign in before it is looked at, so that racing guesses are all counted. An email address that nobody
 * has counts like any other. One that succeeded is taken back.
 */
export async function countSignIn(
  { email, address }: { email: string; address: string },
  { clock, counters }: Counting,
): Promise<{ waitSec: number | null; succeeded: () => Promise<void> }> {
  const now = clock.now()
  const account = `sign-in/account/${keyOf(email)}`
  const from = `sign-in/address/${keyOf(networkOf(address))}`
  const counts = [
    { ...(await counters.add(account, windowMs, now)), most: perAccount },
    { ...(await counters.add(from, windowMs, now)), most: perAddress },
  ]
  return {
    waitSec: waitOf(counts, now),
    async succeeded() {
      await counters.forget(account)
      await counters.add(from, windowMs, now, -1)
    },
  }
}

/** Counts an account made from an address. Answers how long to wait, or null. */
export async function countSignUp(address: string, { clock, counters }: Counting): Promise<number | null> {
  const now = clock.now()
  const counted = await counters.add(`sign-up/address/${keyOf(networkOf(address))}`, windowMs, now)
  return waitOf([{ ...counted, most: signUpsPerAddress }], now)
}

/** Counts a check of someone's identity, which the provider has work with. Answers how long to wait, or null. */
export async function countIdentityCheck(channelId: string, { clock, counters }: Counting): Promise<number | null> {
  const now = clock.now()
  const counted = await counters.add(`identity-check/account/${channelId}`, windowMs, now)
  return waitOf([{ ...counted, most: identityChecksPerAccount }], now)
}

function waitOf(counts: { count: number; endsAt: number; most: number }[], now: number): number | null {
  const over = counts.filter(({ count, most }) => count > most)
  return over.length === 0 ? null : Math.max(...over.map(({ endsAt }) => Math.ceil((endsAt - now) / 1000)))
}

function keyOf(text: string): string {
  return hashOf(text).toString('base64url')
}
