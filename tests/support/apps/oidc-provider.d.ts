/** Types for the used parts of the OpenID provider, which has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }
  type Context = { oidc: { session: { accountId: string }; client: { clientId: string } } }
  export type SecretIn = 'client_secret_basic' | 'client_secret_post'
  type Client = {
    client_id: string
    client_secret: string
    redirect_uris: string[]
    token_endpoint_auth_method: SecretIn
  }
  export type Options = {
    adapter: (model: string) => object
    clients: Client[]
    clientAuthMethods: SecretIn[]
    jwks: { keys: object[] }
    cookies: { keys: string[] }
    acrValues: string[]
    claims: Record<string, string[]>
    features: { devInteractions: { enabled: false } }
    interactions: { url(context: Context, interaction: { uid: string }): string }
    loadExistingGrant(context: Context): Promise<Grant>
    findAccount(
      context: Context,
      id: string,
    ): { accountId: string; claims(): { sub: string; email: string; email_verified: boolean } }
    ttl: Record<string, number>
  }
  export class Provider {
    constructor(issuer: string, options: Options)
    readonly Grant: new (of: { accountId: string; clientId: string }) => Grant
    callback(): RequestListener
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
