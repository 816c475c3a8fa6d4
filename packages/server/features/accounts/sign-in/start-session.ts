import type { Language } from '@onair/contract'
import type { Deps } from '../../../infra/deps.ts'
import type { Visitor } from '../../../shared/callers/visitor.ts'
import { deviceHashOf } from '../../../shared/secrets.ts'
import { ipPrefix } from '../../../shared/networks/ip-prefix.ts'
import { queueMail, type QueueMailDeps } from '../../mail/queue-mail.ts'
import { recordDevice } from './device-store.ts'
import { rememberDevice } from './known-device.ts'
import { updateLanguage } from '../links/account-token-store.ts'
import { createWebSession, type Browser, type NewWebSession } from './web-session.ts'

/** `previous` is the session of this browser, and `deviceCookie` its device cookie. */
export type SignInContext = {
  language: Language
  browser: Browser & { ip: string }
  previous: Visitor | null
  deviceCookie: string | null
  /** Whether the browser is blocked: no session begins. */
  isBlocked?: boolean
}
/**
 * The account that a sign-in proved. `deviceId` is null for a browser that is new to the account. `isConfirmed`: whether the
 * person has just proven here who they are.
 */
type Proven = {
  channelId: string
  email: string
  passwordHash: string
  deviceId: string | null
  isConfirmed: boolean
  hasSecondFactor: boolean
}
export type SignedIn = { session: NewWebSession; deviceCookie: string }
export type StartSessionDeps = QueueMailDeps & Pick<Deps, 'db' | 'installationKey'>

/**
 * Starts a web session and ends the previous one. A person hears by mail of a device that is new to the account. Null when the
 * account has ended in the meantime, or its password was changed.
 */
export async function startSession(
  { channelId, email, passwordHash, deviceId, isConfirmed, hasSecondFactor }: Proven,
  { language, browser, previous, deviceCookie }: SignInContext,
  deps: StartSessionDeps,
): Promise<SignedIn | null> {
  const newCookie = rememberDevice(deviceCookie, email, deps)
  const session = await createWebSession(
    channelId,
    {
      previous,
      browser,
      passwordHash,
      isConfirmed,
      hasSecondFactor,
      async onCreated(tx, publish) {
        await updateLanguage(tx, channelId, { language, isChosen: false })
        await recordDevice(tx, { channelId, deviceHash: deviceHashOf(newCookie), now: deps.clock.now() })
        if (deviceId !== null) return
        const network = ipPrefix(browser.ip)
        const { userAgent } = browser
        const mail = { kind: 'NEW_SIGN_IN', at: deps.clock.now(), userAgent, network, channelId } as const
        await queueMail(tx, publish, mail, deps)
      },
    },
    deps,
  )
  return session === null ? null : { session, deviceCookie: newCookie }
}
