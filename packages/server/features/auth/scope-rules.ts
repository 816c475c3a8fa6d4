import { dropsScope, type Scope } from '@onair/contract'

/** The scopes that a person grants: all but the drops scope, which belongs to the application itself. Gap 5. */
export function grantableScopes(scopesOfApp: readonly Scope[]): Scope[] {
  return scopesOfApp.filter((scope) => scope !== dropsScope)
}
