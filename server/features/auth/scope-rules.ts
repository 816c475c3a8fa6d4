import { dropsScope, type Scope } from '@onair/contract'

/** Which of an application's scopes a person is asked for: all but the drops scope, which is the application's own. Gap 5. */
export function grantableScopes(scopesOfApp: readonly Scope[]): Scope[] {
  return scopesOfApp.filter((scope) => scope !== dropsScope)
}
