import { demoConsentUrl, demoCredentials, demoPeople } from '@onair/sandbox/demo/demo.ts'
import type { Deps } from '../../infra/deps.ts'
import { showConsent, submitConsent } from './consent.ts'
import { homeRoute } from './home.ts'
import { receiveIdentity, showIdentity, submitIdentity } from './identity.ts'
import type { PageRoute } from './page-route.ts'
import { sandboxAccessRoutes } from '@onair/sandbox/pages/sandbox-access.ts'
import { getSandboxToken, showSandboxCode } from '@onair/sandbox/pages/sandbox-code.ts'
import { signInRoutes } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { showSignUp, submitSignUp } from './sign-up.ts'

export function pageRoutes(deps: Deps): PageRoute[] {
  const isSandbox = deps.config.mode === 'sandbox'
  const people = isSandbox ? demoPeople(deps) : []
  return [
    homeRoute(
      isSandbox
        ? { consentUrl: demoConsentUrl(deps), demoCredentials: demoCredentials(deps), demoPeople: people }
        : null,
    ),
    ...signInRoutes(people),
    showSignUp,
    submitSignUp,
    signOut,
    showIdentity,
    submitIdentity,
    receiveIdentity,
    showConsent,
    submitConsent,
    ...(isSandbox ? [showSandboxCode, getSandboxToken, ...sandboxAccessRoutes] : []),
  ]
}
