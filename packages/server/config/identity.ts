import { integer, issuer, openidScope, optional, spaceSeparated, text } from './parsers.ts'
import { setting } from './setting.ts'

/** The identity provider and the password hash. */
export const identitySettings = {
  oidcIssuer: setting(
    'ONAIR_OIDC_ISSUER',
    'Issuer URL of the OpenID Connect provider that verifies identities; requires `ONAIR_OIDC_CLIENT_ID` and `ONAIR_OIDC_CLIENT_SECRET`',
    optional(issuer),
    null,
  ),
  oidcClientId: setting(
    'ONAIR_OIDC_CLIENT_ID',
    'Client id of this platform at the OpenID Connect provider',
    optional(text),
    null,
  ),
  oidcClientSecret: setting(
    'ONAIR_OIDC_CLIENT_SECRET',
    'Client secret of this platform at the OpenID Connect provider',
    optional(text),
    null,
    true,
  ),
  oidcScope: setting(
    'ONAIR_OIDC_SCOPE',
    'Space-separated scopes to request from the OpenID Connect provider',
    openidScope,
    'openid',
  ),
  oidcAcrValues: setting(
    'ONAIR_OIDC_ACR_VALUES',
    'Space-separated `acr_values` to request; an ID token with another `acr` is rejected',
    spaceSeparated,
    [] as string[],
  ),
  argonMemoryKiB: setting(
    'ONAIR_ARGON_MEMORY_KIB',
    'Memory of one password hash (argon2id), in KiB. A stored hash that asks for more than this and more than 262144 is not computed',
    integer(8, 1_048_576),
    19_456,
  ),
}
