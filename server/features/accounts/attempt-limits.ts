import { ipPrefix } from '../../shared/ip-prefix.ts'
import { hashSecret } from '../../shared/secrets.ts'
import type { Deps } from '../../infra/deps.ts'

const windowMs = 15 * 60_000
/** Failed sign-ins per window: for one account from any address, and from one address for any account. */
const signInsPerAccount = 10
const signInsPerAddress = 100
const signUpsPerAddress = 30
const identityChecksPerAccount = 10

type AttemptDeps = Pick<Deps, 'clock' | 'counters'>

/**
 * Counts an attempt to sign in before the password is checked, so that concurrent guesses are all counted.
 * Unknown email addresses count too. `recordSuccess` takes a successful attempt back.
 */
export async function countSignInAttempt(
  { email, ip }: { email: string; ip: string },
  { clock, counters }: AttemptDeps,
): Promise<{ retryAfterSec: number | null; recordSuccess: () => Promise<void> }> {
  const now = clock.now()
  const accountKey = `sign-in/account/${counterKey(email)}`
  const addressKey = `sign-in/address/${counterKey(ipPrefix(ip))}`
  const counts = [
    { ...(await counters.add(accountKey, windowMs, now)), limit: signInsPerAccount },
    { ...(await counters.add(addressKey, windowMs, now)), limit: signInsPerAddress },
  ]
  return {
    retryAfterSec: secondsToWait(counts, now),
    async recordSuccess() {
      await counters.reset(accountKey)
      await counters.add(addressKey, windowMs, now, -1)
    },
  }
}

/** Counts a sign-up from an address. Returns the seconds to wait when the limit is exceeded, else null. */
export async function countSignUpAttempt(ip: string, { clock, counters }: AttemptDeps): Promise<number | null> {
  const now = clock.now()
  const counter = await counters.add(`sign-up/address/${counterKey(ipPrefix(ip))}`, windowMs, now)
  return secondsToWait([{ ...counter, limit: signUpsPerAddress }], now)
}

/** Counts an identity check. Returns the seconds to wait when the limit is exceeded, else null. */
export async function countIdentityCheck(channelId: string, { clock, counters }: AttemptDeps): Promise<number | null> {
  const now = clock.now()
  const counter = await counters.add(`identity-check/account/${channelId}`, windowMs, now)
  return secondsToWait([{ ...counter, limit: identityChecksPerAccount }], now)
}

function secondsToWait(counts: { count: number; endsAt: number; limit: number }[], now: number): number | null {
  const exceeded = counts.filter(({ count, limit }) => count > limit)
  return exceeded.length === 0 ? null : Math.max(...exceeded.map(({ endsAt }) => Math.ceil((endsAt - now) / 1000)))
}

function counterKey(text: string): string {
  return hashSecret(text).toString('base64url')
}
