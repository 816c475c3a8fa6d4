import { Type } from 'typebox'

const text = Type.String({ minLength: 1, maxLength: 2000 })

/**
 * The consent page, at the address of sign-in. It leads to `redirectUri` with `code` and `state`, or with
 * `error=access_denied`; what does not fit is a page with status 400. Specification, "Authorization-code flow"; gap 12.
 */
export const interlock = {
  path: '/account-interlock',
  summary: 'The person signs in and allows or denies what the application asks for',
  query: Type.Object({ clientId: text, redirectUri: text, state: text }),
} as const
