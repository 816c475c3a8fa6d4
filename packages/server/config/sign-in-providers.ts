import { issuer as parseIssuer } from './parsers.ts'
import { setting } from './setting.ts'

/** A provider with which people sign in. `protocol` tells what it speaks: OpenID Connect, LINE's form of it, or Naver's OAuth. */
export type SignInProviderSettings = {
  readonly id: string
  readonly name: string
  readonly protocol: 'OPENID' | 'LINE' | 'NAVER'
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
  /** Whether its ID tokens tell when the person signed in. For other providers, their metadata says so. */
  readonly tellsSignInTime?: boolean
  /** Where Naver tells who the person is. */
  readonly profileUrl?: string
}

export const signInProviderSettings = {
  signInProviders: setting(
    'ONAIR_SIGN_IN_PROVIDERS',
    'Providers with which people sign in, as JSON: see [sign-in](sign-in.md#providers)',
    parseProviders,
    [] as readonly SignInProviderSettings[],
    true,
  ),
}

const most = 8

type Preset = Pick<SignInProviderSettings, 'name' | 'protocol' | 'issuer' | 'scope' | 'tellsSignInTime' | 'profileUrl'>

/** The providers of which only `clientId` and `clientSecret` are set. */
const presets: Readonly<Record<string, Preset>> = {
  naver: {
    name: 'NAVER',
    protocol: 'NAVER',
    issuer: 'https://nid.naver.com',
    scope: '',
    profileUrl: 'https://openapi.naver.com/v1/nid/me',
  },
  kakao: {
    name: 'Kakao',
    protocol: 'OPENID',
    issuer: 'https://kauth.kakao.com',
    scope: 'openid account_email',
    tellsSignInTime: true,
  },
  // LINE tells it where `max_age` was sent.
  line: {
    name: 'LINE',
    protocol: 'LINE',
    issuer: 'https://access.line.me',
    scope: 'openid email',
    tellsSignInTime: true,
  },
}

function parseProviders(input: string): readonly SignInProviderSettings[] {
  const list = parseJson(input)
  if (!Array.isArray(list) || list.length > most) throw new Error(`must be a JSON list of at most ${most} providers`)
  const providers = list.map(parseProvider)
  for (const key of ['id', 'issuer'] as const)
    if (new Set(providers.map((provider) => provider[key])).size < providers.length)
      throw new Error(`must not have two providers with the same ${key}`)
  return providers
}

/** The message of the parser would show a part of the secrets. */
function parseJson(input: string): unknown {
  let place: string | undefined
  try {
    return JSON.parse(input)
  } catch (error) {
    place = /line \d+ column \d+/.exec(String(error))?.[0]
  }
  throw new Error(`must be JSON${place === undefined ? '' : `, which it is not at ${place}`}`)
}

const fields = ['id', 'name', 'issuer', 'clientId', 'clientSecret', 'scope']

function parseProvider(value: unknown, index: number): SignInProviderSettings {
  const entry = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const { id } = entry
  if (typeof id !== 'string' || !/^[a-z][a-z0-9-]{0,29}$/.test(id))
    throw new Error(`must have for provider ${index + 1} an "id" of lower-case letters, digits and hyphens`)
  const refuse = (problem: string): never => {
    throw new Error(`must have for the provider "${id}" ${problem}`)
  }
  const preset = presets[id]
  const unknown = Object.keys(entry).find((name) => !fields.includes(name))
  if (unknown !== undefined) refuse(`no field "${unknown}"`)
  const text = (name: string, otherwise?: string): string => {
    const given = entry[name] ?? otherwise
    return typeof given === 'string' && /^[^\p{Cc}]{1,500}$/u.test(given) ? given : refuse(`a text "${name}"`)
  }
  const provider = { id, clientId: text('clientId'), clientSecret: text('clientSecret') }
  const name = text('name', preset?.name)
  if (name.length > 40) refuse('a "name" of at most 40 characters')
  if (preset !== undefined) {
    if ('issuer' in entry || 'scope' in entry) refuse('no "issuer" and no "scope": they are known')
    return { ...preset, ...provider, name }
  }
  const scope = text('scope', 'openid email')
  if (!scope.split(' ').includes('openid')) refuse('a "scope" that contains openid')
  return { ...provider, name, protocol: 'OPENID', issuer: parseProviderIssuer(text('issuer'), refuse), scope }
}

function parseProviderIssuer(input: string, refuse: (problem: string) => never): string {
  try {
    return parseIssuer(input)
  } catch (error) {
    return refuse(`an "issuer", which ${(error as Error).message}`)
  }
}
