import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { Provider, type SecretIn } from 'oidc-provider'
import type { Config } from '../config.ts'
import type { Log } from '../world/log.ts'
import { providerMemory } from './provider-memory.ts'
import { openScene, type Scene } from './scene.ts'
import { visitor, type Visitor } from './visitor.ts'

const clientId = 'onair'
const clientSecret = 'a secret that the provider gave'

/** A key that a provider signs with. */
export function signingKey(): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'the key' }
}

const key = signingKey()

export type IdentityScene = Scene & {
  issuer: string
  /** How often each path of the provider was asked for. */
  asked: Map<string, number>
  /** The provider itself. */
  answer: RequestListener
  /** What answers a path in the provider's place. */
  instead: Map<string, RequestListener>
  /** A new person with a browser in which they are signed in here. */
  guest(person?: object): Promise<Guest>
}
export type Guest = Visitor & {
  channelId: string
  /** Another browser of the same person. */
  elsewhere(): Promise<Guest>
  /** Begins a check here, and says who they are at the provider, or that they will not; answers where the provider then leads to. */
  showAs(name: string | null): Promise<string>
}

/** A scene with a real OpenID provider beside it, at which everyone is whoever they say: `name`, or `name acr`. */
export async function openIdentityScene({
  settings = {},
  log,
  secretIn = 'client_secret_basic',
}: { settings?: Partial<Config>; log?: Log; secretIn?: SecretIn } = {}) {
  await using opening = new AsyncDisposableStack()
  const asked = new Map<string, number>()
  const instead = new Map<string, RequestListener>()
  const server = createServer().listen(0, '127.0.0.1')
  opening.defer(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  await once(server, 'listening')
  const address = server.address()
  // Another site than ours, as providers are: browsers treat cookies accordingly.
  const issuer = `http://localhost:${typeof address === 'object' ? address?.port : ''}`
  const oidc = { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret }
  const scene = opening.use(await openScene({ settings: { ...oidc, ...settings }, ...(log && { log }) }))
  const provider = providerOf(issuer, `${scene.url}/verify-identity/callback`, secretIn)
  const answer = provider.callback()
  const believe = async (...[request, response]: Parameters<RequestListener>) => {
    const given = new URLSearchParams(await text(request))
    const [accountId, acr] = (given.get('name') ?? '').split(' ')
    const result = given.has('deny') ? { error: 'access_denied' } : { login: { accountId, ...(acr && { acr }) } }
    await provider.interactionFinished(request, response, result)
  }
  server.on('request', (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    asked.set(path, (asked.get(path) ?? 0) + 1)
    const other = instead.get(path)
    if (other !== undefined) other(request, response)
    else if (!path.startsWith('/who/')) answer(request, response)
    else if (request.method === 'GET') response.setHeader('content-type', 'text/html').end(form)
    else void believe(request, response)
  })
  const opened = opening.move()
  return {
    ...scene,
    issuer,
    asked,
    answer,
    instead,
    async guest(person: object = {}): Promise<Guest> {
      const { email, password, channelId } = await scene.play('POST', '/people', { channelName: '시청자', ...person })
      const signedIn = async (): Promise<Guest> => {
        const browser = visitor(scene.url)
        await browser.signIn(email, password)
        return { ...browser, channelId, elsewhere: signedIn, showAs: (name) => showAs(browser, scene.url, name) }
      }
      return signedIn()
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  } satisfies IdentityScene
}

const form = '<title>Who are you?</title><form method="post"><input name="name"><button>I am</button></form>'

function providerOf(issuer: string, redirectUri: string, secretIn: SecretIn): Provider {
  const client = { client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }
  const provider: Provider = new Provider(issuer, {
    adapter: providerMemory(),
    clients: [{ ...client, token_endpoint_auth_method: secretIn }],
    clientAuthMethods: [secretIn],
    jwks: { keys: [key] },
    cookies: { keys: ['a key for cookies'] },
    acrValues: ['urn:seen', 'urn:told'],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/who/${uid}` },
    async loadExistingGrant({ oidc: { client, session } }) {
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
      grant.addOIDCScope('openid')
      await grant.save()
      return grant
    },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  })
  return provider
}

async function showAs(browser: Visitor, home: string, name: string | null): Promise<string> {
  // Nobody is signed in at the provider yet.
  for (const cookie of browser.cookies.keys()) if (!cookie.startsWith('onair-')) browser.cookies.delete(cookie)
  await browser.get('/verify-identity')
  let { location } = await browser.post('/verify-identity', {})
  let at = home
  while (location !== null) {
    at = new URL(location, at).href
    if (at.startsWith(`${home}/`)) return at
    const shown = await browser.get(at)
    location = shown.location ?? (await browser.post(at, name === null ? { deny: 'yes' } : { name })).location
  }
  throw new Error(`the way to the provider ends at ${at}`)
}
