import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { Provider, type SecretIn } from 'oidc-provider'
import type { Config } from '@onair/server/config/config.ts'
import type { Log } from '@onair/server/infra/observability/log.ts'
import { memoryOidcAdapter } from './memory-oidc-adapter.ts'
import { openTestApp, type TestApp, type TestAppOptions } from './test-app.ts'
import { httpBrowser, type HttpBrowser } from '../clients/http-browser.ts'

const clientId = 'onair'
const clientSecret = 'a secret that the provider gave'

/** A key with which a provider signs tokens. */
export function createSigningKey(): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'the key' }
}

const key = createSigningKey()

export type IdentityTestApp = TestApp & {
  issuer: string
  /** The number of requests to each path of the provider. */
  requestCounts: Map<string, number>
  /** The provider itself. */
  providerHandler: RequestListener
  /** Handlers that replace the provider for a path. */
  handlerOverrides: Map<string, RequestListener>
  /** Creates a person with a browser that is signed in to Onair. */
  createSignedInPerson(person?: object): Promise<SignedInPerson>
}
export type SignedInPerson = HttpBrowser & {
  channelId: string
  /** Another browser of the same person. */
  signInAgain(): Promise<SignedInPerson>
  /**
   * Starts the verification and signs in at the provider with the name, or denies it for null. Returns the URL to which
   * the provider redirects.
   */
  verifyAs(name: string | null): Promise<string>
}

/**
 * A test app with a real OpenID provider. A person signs in there with any name: `name`, or `name acr`. `signsIn`: people
 * sign in with it too, as `company`. It has verified the address `name@example.com`, but for a name with `unverified`.
 */
export async function openIdentityTestApp({
  settings = {},
  log,
  secretIn: clientAuthMethod = 'client_secret_basic',
  signsIn = false,
  openExtension,
}: { settings?: Partial<Config>; log?: Log; secretIn?: SecretIn; signsIn?: boolean } & Pick<
  TestAppOptions,
  'openExtension'
> = {}) {
  await using opening = new AsyncDisposableStack()
  const requestCounts = new Map<string, number>()
  const handlerOverrides = new Map<string, RequestListener>()
  const server = createServer().listen(0, '127.0.0.1')
  opening.defer(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  await once(server, 'listening')
  const address = server.address()
  // The provider is another site, so browsers treat its cookies as third-party cookies.
  const issuer = `http://localhost:${typeof address === 'object' ? address?.port : ''}`
  const oidc = { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret }
  const company = { id: 'company', name: 'Company', protocol: 'OPENID', issuer, clientId, clientSecret } as const
  const signInProviders = signsIn ? [{ ...company, scope: 'openid email' }] : []
  const testApp = opening.use(
    await openTestApp({
      settings: { ...oidc, signInProviders, ...settings },
      ...(log && { log }),
      ...(openExtension && { openExtension }),
    }),
  )
  const redirectUris = ['/verify-identity/callback', '/sign-in/with/company/callback'].map((path) => testApp.url + path)
  const provider = createProvider(issuer, redirectUris, clientAuthMethod)
  const providerHandler = provider.callback()
  const finishLogin = async (...[request, response]: Parameters<RequestListener>) => {
    const params = new URLSearchParams(await text(request))
    const [accountId, acr] = (params.get('name') ?? '').split(' ')
    const result = params.has('deny') ? { error: 'access_denied' } : { login: { accountId, ...(acr && { acr }) } }
    await provider.interactionFinished(request, response, result)
  }
  server.on('request', (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    requestCounts.set(path, (requestCounts.get(path) ?? 0) + 1)
    const override = handlerOverrides.get(path)
    if (override !== undefined) override(request, response)
    else if (!path.startsWith('/who/')) providerHandler(request, response)
    else if (request.method === 'GET') response.setHeader('content-type', 'text/html').end(form)
    else void finishLogin(request, response)
  })
  const opened = opening.move()
  return {
    ...testApp,
    issuer,
    requestCounts,
    providerHandler,
    handlerOverrides,
    createSignedInPerson: (person = {}) => createSignedInPerson(testApp, person),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  } satisfies IdentityTestApp
}

async function createSignedInPerson(testApp: TestApp, person: object): Promise<SignedInPerson> {
  const { email, password, channelId } = await testApp.act('createPerson', { channelName: '시청자', ...person })
  const signIn = async (): Promise<SignedInPerson> => {
    const browser = httpBrowser(testApp.url)
    await browser.signIn(email, password)
    return {
      ...browser,
      channelId,
      signInAgain: signIn,
      verifyAs: (name) => verifyAs(browser, testApp.url, name),
    }
  }
  return signIn()
}

const form = '<title>Who are you?</title><form method="post"><input name="name"><button>I am</button></form>'

function createProvider(issuer: string, redirectUris: string[], clientAuthMethod: SecretIn): Provider {
  const client = { client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }
  const provider: Provider = new Provider(issuer, {
    adapter: memoryOidcAdapter(),
    clients: [{ ...client, token_endpoint_auth_method: clientAuthMethod }],
    clientAuthMethods: [clientAuthMethod],
    jwks: { keys: [key] },
    cookies: { keys: ['a key for cookies'] },
    acrValues: ['urn:in-person', 'urn:basic'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/who/${uid}` },
    async loadExistingGrant({ oidc: { client, session } }) {
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@example.com`, email_verified: !sub.includes('unverified') }),
    }),
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  })
  return provider
}

async function verifyAs(browser: HttpBrowser, baseUrl: string, name: string | null): Promise<string> {
  await browser.get('/verify-identity')
  const { location } = await browser.post('/verify-identity', {})
  return goThroughProvider(browser, baseUrl, { location, name })
}

/**
 * Follows a redirect to the provider, and signs in there with the name, or denies it for null. Returns the URL to which the
 * provider redirects.
 */
export async function goThroughProvider(
  browser: HttpBrowser,
  baseUrl: string,
  { location: start, name }: { location: string | null; name: string | null },
): Promise<string> {
  // The person is not signed in at the provider yet.
  for (const cookie of browser.cookies.keys()) if (!cookie.startsWith('onair-')) browser.cookies.delete(cookie)
  let [location, url] = [start, baseUrl]
  while (location !== null) {
    url = new URL(location, url).href
    if (url.startsWith(`${baseUrl}/`)) return url
    const response = await browser.get(url)
    location = response.location ?? (await browser.post(url, name === null ? { deny: 'yes' } : { name })).location
  }
  throw new Error(`The redirects to the provider ended at ${url}`)
}
