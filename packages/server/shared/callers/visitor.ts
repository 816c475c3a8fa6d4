import type { SiteRole } from '@onair/contract'

/** The person signed in to a browser. `sessionHash` is the hash of the session cookie's secret. */
export type Visitor = {
  readonly channelId: string
  readonly channelName: string
  /** The picture of the channel. */
  readonly pictureId: string | null
  readonly email: string
  readonly identityVerified: boolean
  readonly sessionHash: Buffer
  /** When the password was last entered, or a passkey used, in this session, in monotonic time. */
  readonly passwordVerifiedAt: number
  /** The person's role in running the site. */
  readonly siteRole: SiteRole | null
  /** Whether a second factor was proven in this session: a code of the authenticator app, or a passkey. */
  readonly hasSecondFactor: boolean
  /** The last version of the site's documents that the person has accepted. */
  readonly acceptedVersion: number
}
