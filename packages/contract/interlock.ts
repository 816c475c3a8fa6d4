import { Type } from './type.ts'

const text = Type.String({ minLength: 1, maxLength: 2000 })

/**
 * The consent page, on the origin of sign-in. It redirects to `redirectUri` with `code` and `state`, or with
 * `error=access_denied`. An invalid request gets a page with status 400. Specification, "Authorization-code flow"; gap 12.
 */
export const interlock = {
  path: '/account-interlock',
  summary: 'The user signs in and allows or denies the scopes of the application',
  query: Type.Object({ clientId: text, redirectUri: text, state: text }),
} as const
