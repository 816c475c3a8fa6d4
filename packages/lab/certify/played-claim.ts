import type { CheckId } from './locales/texts.ts'

/** A claim that certify played. */
export type PlayedClaim = {
  readonly claimId: string
  readonly channelId: string
  readonly rewardId: string
  /** The check that played it. */
  readonly checkId: CheckId
  /** The requests of the person: the notification is recorded with one of them. */
  readonly traceIds: readonly string[]
}
