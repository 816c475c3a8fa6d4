import { counterKind, type Counted, counterKey } from '../../infra/counters/counters.ts'
import type { Deps } from '../../infra/deps.ts'
import {
  countInNetworks,
  readNetworks,
  resetAddress,
  subtractInNetworks,
  type NetworkUse,
} from '../../shared/networks/count-in-networks.ts'

const windowMs = 15 * 60_000

/** Failed sign-ins of one network for any account. */
const networkFailures = counterKind('sign-in/network', windowMs)
/** Failed sign-ins to one account from one network. */
const accountFailuresOnNetwork = counterKind('sign-in/account-on-network', windowMs)
/** Failed sign-ins to one account from all networks. */
const accountFailures = counterKind('sign-in/account', windowMs)
/** Failed sign-ins to one account in one browser that signed in to it before. */
const deviceFailures = counterKind('sign-in/device', windowMs)
/** Sign-ins to one account. */
const successes = counterKind('sign-in/success', windowMs)
/** Wrong codes for one account in browsers that never signed in to it. */
const codeGuesses = counterKind('second-factor/account', 24 * 60 * 60_000)
/** Ways to a sign-in provider. */
const providerFlows = counterKind('sign-in/provider', windowMs)
const signUps = counterKind('sign-up/network', windowMs)
const identityChecks = counterKind('identity-check/account', windowMs)

const limits = {
  failuresPerNetwork: 100,
  failuresPerAccountOnNetwork: 10,
  /** Beyond this, the account is slowed down: each network may fail `failuresWhileSlowed` times. */
  failuresPerAccount: 100,
  failuresWhileSlowed: 2,
  failuresPerDevice: 10,
  /** A guess finds one of 3 codes of a million. A recovery code, a passkey and a known device do not count. */
  codeGuessesPerDay: 50,
  identityChecksPerAccount: 10,
  providerFlowsPerNetwork: 100,
}

type AttemptDeps = Pick<Deps, 'clock' | 'counters'>
type SignInDeps = AttemptDeps & Pick<Deps, 'config'>
/** `deviceId` identifies a browser that signed in to this account before; null for any other. */
type Attempt = { email: string; ip: string; deviceId: string | null }
type TooMany = { retryAfterSec: number }

export type SignInAttempt = {
  /** Whether the attempt counts for a known device, and not for its network. */
  isKnownDevice: boolean
  /** Takes the failure back: the password was not checked. */
  cancel(): Promise<void>
  /** Takes the failure back and counts a success. */
  succeed(): Promise<TooMany | null>
}

/**
 * Counts a failure before the password is checked, so that concurrent guesses are all counted. Unknown email addresses
 * count too. A known device has a limit of its own, so that other people cannot lock it out. Decision 12.
 */
export async function startSignInAttempt(attempt: Attempt, deps: SignInDeps): Promise<SignInAttempt | TooMany> {
  const { clock, config, counters } = deps
  const now = clock.now()
  const account = counterKey(attempt.email)
  const signedIn = await counters.read(successes, account, now)
  if (config.signInsPerAccount > 0 && signedIn.count >= config.signInsPerAccount) return tooMany(signedIn, now)

  const failure = (await countOfDevice(attempt, now, deps)) ?? (await countOfNetwork(attempt, now, deps))
  if ('retryAfterSec' in failure) return failure
  return {
    isKnownDevice: failure.isKnownDevice,
    cancel: failure.takeBack,
    async succeed() {
      await failure.takeBack()
      await failure.resetMistakes()
      const success = await counters.add(successes, account, now, config.signInsPerAccount || Infinity)
      return success.isRefused ? tooMany(success, now) : null
    },
  }
}

/** Counts a guess of a code before it is checked, in a browser that is new to the account: networks are many, codes are few. */
export async function countCodeGuess(
  email: string,
  { clock, counters }: AttemptDeps,
): Promise<{ takeBack: () => Promise<void> } | TooMany> {
  const now = clock.now()
  const key = counterKey(email)
  const guess = await counters.add(codeGuesses, key, now, limits.codeGuessesPerDay)
  if (guess.isRefused) return tooMany(guess, now)
  return { takeBack: () => counters.subtract(codeGuesses, key, now) }
}

/** `resetMistakes`: a success proves that the failures of this device or address were mistakes of the account's owner. */
type CountedFailure = {
  isKnownDevice: boolean
  takeBack: () => Promise<void>
  resetMistakes: () => Promise<void>
}

/** Null for an unknown device, and for one over its limit, which then counts like an unknown one. */
async function countOfDevice(
  { email, deviceId }: Attempt,
  now: number,
  { counters }: AttemptDeps,
): Promise<CountedFailure | null> {
  if (deviceId === null) return null
  const key = counterKey(email, deviceId)
  const { isRefused } = await counters.add(deviceFailures, key, now, limits.failuresPerDevice)
  if (isRefused) return null
  return {
    isKnownDevice: true,
    takeBack: () => counters.subtract(deviceFailures, key, now),
    resetMistakes: () => counters.reset(deviceFailures, key),
  }
}

/** A network over its limit changes no count of an account. */
async function countOfNetwork(
  { email, ip }: Attempt,
  now: number,
  { counters }: AttemptDeps,
): Promise<CountedFailure | TooMany> {
  const network: NetworkUse = { kind: networkFailures, ip, limit: limits.failuresPerNetwork }
  const ofNetwork = await countInNetworks(counters, network, now)
  if (ofNetwork.isRefused) return tooMany(ofNetwork, now)

  const account = counterKey(email)
  const ofAccount = await counters.read(accountFailures, account, now)
  const isSlowed = ofAccount.count >= limits.failuresPerAccount
  const limit = isSlowed ? limits.failuresWhileSlowed : limits.failuresPerAccountOnNetwork
  const accountOnNetwork: NetworkUse = { kind: accountFailuresOnNetwork, ip, limit, parts: [email] }
  const ofBoth = await countInNetworks(counters, accountOnNetwork, now)
  if (ofBoth.isRefused) return tooMany(ofBoth, now)

  const { isRefused } = await counters.add(accountFailures, account, now, limits.failuresPerAccount)
  return {
    isKnownDevice: false,
    async takeBack() {
      for (const use of [network, accountOnNetwork]) await subtractInNetworks(counters, use, now)
      if (!isRefused) await counters.subtract(accountFailures, account, now)
    },
    resetMistakes: () => resetAddress(counters, accountOnNetwork),
  }
}

/** Counts a sign-up from a network. */
export async function countSignUpAttempt(ip: string, { clock, config, counters }: SignInDeps): Promise<TooMany | null> {
  const now = clock.now()
  const counted = await countInNetworks(counters, { kind: signUps, ip, limit: config.signUpsPerNetwork }, now)
  return counted.isRefused ? tooMany(counted, now) : null
}

/** The sign-ups of the network of an address in 15 minutes. Those of a larger network count as a part. */
export async function measureSignUps(ip: string, { clock, config, counters }: SignInDeps): Promise<number> {
  const use = { kind: signUps, ip, limit: config.signUpsPerNetwork }
  const { count, limit } = await readNetworks(counters, use, clock.now())
  return (count * config.signUpsPerNetwork) / limit
}

/** Counts a way to a sign-in provider from a network. */
export async function countProviderFlow(ip: string, { clock, counters }: AttemptDeps): Promise<TooMany | null> {
  const now = clock.now()
  const counted = await countInNetworks(
    counters,
    { kind: providerFlows, ip, limit: limits.providerFlowsPerNetwork },
    now,
  )
  return counted.isRefused ? tooMany(counted, now) : null
}

/** Counts an identity check. */
export async function countIdentityCheck(channelId: string, { clock, counters }: AttemptDeps): Promise<TooMany | null> {
  const now = clock.now()
  const counted = await counters.add(identityChecks, channelId, now, limits.identityChecksPerAccount)
  return counted.isRefused ? tooMany(counted, now) : null
}

function tooMany({ endsAt }: Pick<Counted, 'endsAt'>, now: number): TooMany {
  return { retryAfterSec: Math.ceil((endsAt - now) / 1000) }
}
