import type { SignInProvider } from '../../infra/oidc.ts'
import type { ApiExtension } from '../extension.ts'
import { showForgotPassword, submitForgotPassword } from './account/forgot-password.ts'
import { showResetPassword, submitResetPassword } from './account/reset-password.ts'
import { showSignInCode, submitSignInCode } from './account/sign-in-code.ts'
import { showVerifyEmail, submitVerifyEmail } from './account/verify-email.ts'
import { showConsent, submitConsent } from './consent/consent.ts'
import { documentRoutes, showAcceptTerms, submitAcceptTerms } from './documents.ts'
import { showHome } from './home.ts'
import { receiveIdentity, showIdentity, submitIdentity } from './account/identity.ts'
import type { PageRoute } from './page-route.ts'
import { providerRoutes } from './account/providers.ts'
import { signInRoutes } from './account/sign-in.ts'
import { signOut } from './account/sign-out.ts'
import { showUnsubscribe, submitUnsubscribe } from './unsubscribe.ts'
import { showSignUp, submitSignUp } from './account/sign-up.ts'

/** The pages of the platform, and those of the extension, which may replace some. */
export function pageRoutes(extension: ApiExtension | null, providers: readonly SignInProvider[]): PageRoute[] {
  const own = [
    showHome,
    ...signInRoutes(extension?.demoPeople ?? []),
    showSignInCode,
    submitSignInCode,
    ...providerRoutes(providers),
    showSignUp,
    submitSignUp,
    signOut,
    ...documentRoutes,
    showAcceptTerms,
    submitAcceptTerms,
    showForgotPassword,
    submitForgotPassword,
    showResetPassword,
    submitResetPassword,
    showVerifyEmail,
    submitVerifyEmail,
    showUnsubscribe,
    submitUnsubscribe,
    showIdentity,
    submitIdentity,
    receiveIdentity,
    showConsent,
    submitConsent,
  ]
  const routes = new Map([...own, ...(extension?.pages ?? [])].map((route) => [`${route.method} ${route.path}`, route]))
  return [...routes.values()]
}
