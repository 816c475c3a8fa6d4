import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import type { SignInProviderSettings } from '@onair/server/config/sign-in-providers.ts'
import { portOf } from './port.ts'

type Request = { headers: IncomingHttpHeaders; form: URLSearchParams }
export type RecordedProvider = AsyncDisposable & {
  settings: SignInProviderSettings
  /** The last request to each path. */
  requests: Map<string, Request>
  /** The nonce of the ID token. */
  nonce: string
  /** Claims in place of those of the documented answer. */
  claims: Record<string, unknown>
  /** Answers in place of the documented ones, by path. */
  answers: Map<string, { status?: number; body: unknown }>
}

const clientId = '1234567890'
const clientSecret = 'the secret of the channel'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Naver: https://developers.naver.com/docs/login/api/api.md and https://developers.naver.com/docs/login/profile/profile.md */
export function openNaver(): Promise<RecordedProvider> {
  return openProvider((issuer) => ({
    settings: { id: 'naver', name: 'NAVER', protocol: 'NAVER', scope: '', profileUrl: `${issuer}/v1/nid/me` },
    answers: () => ({
      '/oauth2.0/token': {
        access_token: 'AAAAQosjWDJieBiQZc3to9YQp6HDLvrmyKC+6+iZ3gq7qrkqf50ljZC+Lgoqrg',
        refresh_token: 'c8ceMEJisO4Se7uGisHoX0f5JEii7JnipglQipkOn5Zp3tyP7dHQoP0zNKHUq2gY',
        token_type: 'bearer',
        expires_in: '3600',
      },
      '/v1/nid/me': {
        resultcode: '00',
        message: 'success',
        response: { email: 'openapi@naver.com', nickname: 'OpenAPI', age: '40-49', gender: 'F', id: '32742776' },
      },
    }),
  }))
}

/** Kakao: https://developers.kakao.com/docs/latest/ko/kakaologin/rest-api */
export function openKakao(): Promise<RecordedProvider> {
  return openProvider((issuer) => ({
    settings: { id: 'kakao', name: 'Kakao', protocol: 'OPENID', scope: 'openid account_email', tellsSignInTime: true },
    answers: ({ nonce, claims }) => ({
      '/.well-known/openid-configuration': {
        issuer,
        authorization_endpoint: `${issuer}/oauth/authorize`,
        token_endpoint: `${issuer}/oauth/token`,
        userinfo_endpoint: `${issuer}/v1/oidc/userinfo`,
        jwks_uri: `${issuer}/.well-known/jwks.json`,
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        request_uri_parameter_supported: false,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
      },
      '/.well-known/jwks.json': {
        keys: [
          { ...publicKey.export({ format: 'jwk' }), kid: '3f96980381e451efad0d2ddd30e3d3', alg: 'RS256', use: 'sig' },
        ],
      },
      '/oauth/token': {
        token_type: 'bearer',
        access_token: 'the access token',
        id_token: signRsa({
          ...commonClaims(issuer, nonce),
          sub: '166959',
          auth_time: Math.floor(Date.now() / 1000),
          nickname: 'JordyTest',
          email: 'jordy@kakao.com',
          ...claims,
        }),
        expires_in: 7199,
        refresh_token: 'the refresh token',
        refresh_token_expires_in: 86399,
        scope: 'account_email openid',
      },
      '/v1/oidc/userinfo': { sub: '166959', nickname: 'JordyTest', email: 'jordy@kakao.com', email_verified: true },
    }),
  }))
}

/** LINE: https://developers.line.biz/en/docs/line-login/integrate-line-login/ and …/verify-id-token/ */
export function openLine(): Promise<RecordedProvider> {
  return openProvider((issuer) => ({
    settings: { id: 'line', name: 'LINE', protocol: 'LINE', scope: 'openid email', tellsSignInTime: true },
    answers: ({ nonce, claims }) => ({
      '/.well-known/openid-configuration': {
        issuer,
        authorization_endpoint: `${issuer}/oauth2/v2.1/authorize`,
        token_endpoint: `${issuer}/oauth2/v2.1/token`,
        revocation_endpoint: `${issuer}/oauth2/v2.1/revoke`,
        userinfo_endpoint: `${issuer}/oauth2/v2.1/userinfo`,
        scopes_supported: ['openid', 'profile', 'email'],
        jwks_uri: `${issuer}/oauth2/v2.1/certs`,
        response_types_supported: ['code'],
        subject_types_supported: ['pairwise'],
        id_token_signing_alg_values_supported: ['ES256'],
        code_challenge_methods_supported: ['S256'],
      },
      '/oauth2/v2.1/token': {
        access_token: 'bNl4YEFPI/hjFWhTqexp4MuEw5YPs...',
        expires_in: 2592000,
        id_token: signHmac({
          ...commonClaims(issuer, nonce),
          sub: 'U1234567890abcdef1234567890abcdef',
          amr: ['pwd'],
          name: 'Taro Line',
          email: 'taro.line@example.com',
          ...claims,
        }),
        refresh_token: 'Aa1FdeggRhTnPNNpxr8p',
        scope: 'openid email',
        token_type: 'Bearer',
      },
      '/oauth2/v2.1/userinfo': { sub: 'U1234567890abcdef1234567890abcdef', name: 'Taro Line' },
    }),
  }))
}

type Answers = (at: Pick<RecordedProvider, 'nonce' | 'claims'>) => Record<string, unknown>
type Description = { settings: Omit<SignInProviderSettings, 'issuer' | 'clientId' | 'clientSecret'>; answers: Answers }

/** Answers with what the provider documents. */
async function openProvider(describe: (issuer: string) => Description): Promise<RecordedProvider> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${portOf(server)}`
  const { settings, answers: documented } = describe(issuer)
  const provider: RecordedProvider = {
    settings: { ...settings, issuer, clientId, clientSecret },
    requests: new Map(),
    nonce: '',
    claims: {},
    answers: new Map(),
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  const respond = async (...[request, response]: Parameters<RequestListener>) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    provider.requests.set(path, { headers: request.headers, form: new URLSearchParams(await text(request)) })
    const body = documented(provider)[path]
    const answer = provider.answers.get(path) ?? { status: body === undefined ? 404 : 200, body }
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  }
  server.on('request', (request, response) => void respond(request, response))
  return provider
}

function commonClaims(iss: string, nonce: string) {
  const iat = Math.floor(Date.now() / 1000)
  return { iss, aud: clientId, iat, exp: iat + 600, nonce }
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signRsa(claims: object): string {
  const head = { kid: '3f96980381e451efad0d2ddd30e3d3', typ: 'JWT', alg: 'RS256' }
  const input = `${base64url(head)}.${base64url(claims)}`
  return `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`
}

function signHmac(claims: object): string {
  const input = `${base64url({ typ: 'JWT', alg: 'HS256' })}.${base64url(claims)}`
  return `${input}.${createHmac('sha256', clientSecret).update(input).digest('base64url')}`
}
