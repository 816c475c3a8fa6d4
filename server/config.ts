import { limits, wireProfiles } from '@onair/contract'

/** A setting: how it is named in the environment, what it means, how its text is read, and what holds without it. */
type Setting<T> = { env: string; doc: string; parse: (text: string) => T; defaultValue: T; secret?: true }

const roles = ['api', 'gateway', 'worker'] as const
export type Role = (typeof roles)[number]

/** Every setting of the program. Printed as a page by `onair config --docs`. */
const settings = {
  mode: setting(
    'MODE',
    '`sandbox` (for developers: demo world, `/sandbox/v1`) or `production`',
    oneOf('sandbox', 'production'),
    'sandbox',
  ),
  roles: setting('ROLES', 'What this process does: `api`, `gateway`, `worker`, joined by commas', parseRoles, [
    ...roles,
  ]),
  host: setting('HOST', 'The address to listen on', text, '127.0.0.1'),
  port: setting('PORT', 'The port to listen on; 0 takes a free one', port, 4747),
  baseUrl: setting('BASE_URL', "The API's public address; by default the address listened on", optional(origin), null),
  authUrl: setting(
    'AUTH_URL',
    'The public address of the sign-in and consent pages; by default `BASE_URL`',
    optional(origin),
    null,
  ),
  socketUrl: setting('SOCKET_URL', 'The public address of the sockets; by default `BASE_URL`', optional(origin), null),
  tlsCert: setting(
    'TLS_CERT',
    'The file of the certificate, in PEM with what it is signed by, to answer in TLS with no proxy in front; read again at SIGHUP',
    optional(text),
    null,
  ),
  tlsKey: setting('TLS_KEY', 'The file of the private key of `TLS_CERT`, in PEM', optional(text), null),
  trustProxy: setting('TRUST_PROXY', '`true` when a proxy in front sets X-Forwarded-For', flag, false),
  dataDir: setting('DATA_DIR', 'The folder of the embedded database and the program key', text, '.onair'),
  ephemeral: setting('EPHEMERAL', '`true` keeps nothing after the end', flag, false),
  databaseUrl: setting(
    'DATABASE_URL',
    'A PostgreSQL of your own instead of the embedded one',
    optional(url('postgres:', 'postgresql:')),
    null,
    true,
  ),
  databasePool: setting('DATABASE_POOL', 'Connections that one process holds at the most', integer(1, 1000), 10),
  redisUrl: setting(
    'REDIS_URL',
    'Redis, needed when the roles run in several processes',
    optional(url('redis:', 'rediss:')),
    null,
    true,
  ),
  redisPrefix: setting('REDIS_PREFIX', 'What the names of all keys and channels in Redis begin with', text, 'onair:'),
  secretKey: setting(
    'SECRET_KEY',
    '32 bytes in base64 that seal the client secrets; with the embedded database one is made and kept beside it',
    optional(key32),
    null,
    true,
  ),
  logLevel: setting(
    'LOG_LEVEL',
    '`info` (a line for each request), `warn`, `error` or `silent`; by default `info` in production and `warn` in the sandbox',
    optional(oneOf('info', 'warn', 'error', 'silent')),
    null,
  ),
  inspector: setting(
    'INSPECTOR',
    'What the inspector records: `all`, `looked-at` (applications whose records somebody reads now) or `off`; by default `all` in the sandbox and `looked-at` in production',
    optional(oneOf('all', 'looked-at', 'off')),
    null,
  ),
  wireProfile: setting(
    'WIRE_PROFILE',
    '`documented` or `observed`, for applications that do not say',
    oneOf(...wireProfiles),
    'documented',
  ),
  allowLoopbackHttp: setting(
    'ALLOW_LOOPBACK_HTTP',
    '`true` lets webhooks go to `http://127.0.0.1:port` too, for receivers under development; by default `true` in the sandbox and `false` in production',
    optional(flag),
    null,
  ),
  outgoingCa: setting(
    'OUTGOING_CA',
    'A file with certificates in PEM: authorities of your own that webhook receivers may use besides the public ones',
    optional(text),
    null,
  ),
  headerPrefix: setting(
    'HEADER_PREFIX',
    'What the names of the headers of a notification begin with; an application of the observed wire profile may have its own',
    headerPrefix,
    'Svc-',
  ),
  webhookResendSec: setting(
    'WEBHOOK_RESEND_SEC',
    'How long to wait before each of the three resends of a notification, in seconds, ±20 %',
    integers(limits.webhookResends, 1, 604_800),
    [10, 120, 1800],
  ),
  webhookDisableDays: setting(
    'WEBHOOK_DISABLE_DAYS',
    'After how many days without one success a failure makes a webhook DISABLED',
    integer(1, 365),
    3,
  ),
  officialNames: setting('OFFICIAL_NAMES', 'Names that no application may hold, joined by commas', commaSeparated, [
    'Onair',
  ]),
  refusedWords: setting(
    'REFUSED_WORDS',
    'Words that no application name may hold, joined by commas',
    commaSeparated,
    [],
  ),
  temporaryRestrictionSec: setting(
    'TEMPORARY_RESTRICTION_SEC',
    'How long a temporary restriction keeps a viewer out of a chat, in seconds',
    integer(1, 86_400),
    60,
  ),
  startingBalance: setting(
    'STARTING_BALANCE',
    'The play money, in won, that a person starts with',
    integer(0, 1_000_000_000_000),
    10_000_000,
  ),
  quotaPerApp: setting(
    'QUOTA_PER_APP',
    'Calls a minute that one application may make, all its tokens together; 0 sets no limit',
    integer(0, 1_000_000_000),
    6_000,
  ),
  quotaPerToken: setting(
    'QUOTA_PER_TOKEN',
    'Calls a minute that one application may make with the tokens of one person; 0 sets no limit',
    integer(0, 1_000_000_000),
    1_200,
  ),
  quotaPerAddress: setting(
    'QUOTA_PER_ADDRESS',
    'Calls a minute that the pages of guests at one address may make; 0 sets no limit',
    integer(0, 1_000_000_000),
    6_000,
  ),
  displayZone: setting('DISPLAY_ZONE', 'The time zone of the dates that people read', timeZone, 'Asia/Seoul'),
  ingestSecret: setting(
    'INGEST_SECRET',
    'What media servers show as `secret` when they ask `/ingest/v1`; without it only this machine may ask',
    optional(text),
    null,
    true,
  ),
  ingestUrl: setting(
    'INGEST_URL',
    'Where streamers send their pictures, for the studio to show: the address of your media server, `rtmp://live.example.com/app`',
    optional(url('rtmp:', 'rtmps:', 'srt:', 'http:', 'https:')),
    null,
  ),
  playbackUrl: setting(
    'PLAYBACK_URL',
    'Where the watch page finds the picture of a broadcast: the address of a HLS playlist at your media server with the id of the channel left open, `https://live.example.com/{channelId}/index.m3u8`',
    optional(playlistUrl),
    null,
  ),
  oidcIssuer: setting(
    'OIDC_ISSUER',
    'The OpenID provider that verifies who people are, as it names itself; with `OIDC_CLIENT_ID` and `OIDC_CLIENT_SECRET`',
    optional(issuer),
    null,
  ),
  oidcClientId: setting('OIDC_CLIENT_ID', 'What the OpenID provider calls this platform', optional(text), null),
  oidcClientSecret: setting(
    'OIDC_CLIENT_SECRET',
    'The secret that the OpenID provider gave this platform',
    optional(text),
    null,
    true,
  ),
  oidcScope: setting('OIDC_SCOPE', 'What the OpenID provider is asked for, joined by spaces', openidScope, 'openid'),
  oidcAcrValues: setting(
    'OIDC_ACR_VALUES',
    'How well the OpenID provider must have checked a person (`acr_values`), joined by spaces; any other `acr` is refused',
    spaceSeparated,
    [] as string[],
  ),
  argonMemoryKiB: setting(
    'ARGON_MEMORY_KIB',
    'Memory of one password check (argon2id), in KiB',
    integer(8, 1_048_576),
    19_456,
  ),
}

export type Config = Readonly<{ [K in keyof typeof settings]: (typeof settings)[K]['defaultValue'] }>

/** Reads every setting; all faults are told together, a line each. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const errors: string[] = []
  const config = Object.fromEntries(
    Object.entries(settings).map(([name, { env: variable, parse, defaultValue }]) => {
      const input = env[variable]?.trim()
      if (input === undefined || input === '') return [name, defaultValue]
      try {
        return [name, parse(input)]
      } catch (error) {
        errors.push(
          `${variable} ${(error as Error).message}, not "${'secret' in settings[name as keyof typeof settings] ? '•••' : input}".`,
        )
        return [name, defaultValue]
      }
    }),
  ) as Config
  if (config.roles.length < roles.length && (config.databaseUrl === null || config.redisUrl === null))
    errors.push(
      `ROLES=${config.roles.join(',')} is one process of several: they share PostgreSQL and Redis, so set DATABASE_URL and REDIS_URL.`,
    )
  if ((config.tlsCert === null) !== (config.tlsKey === null)) errors.push('TLS_CERT and TLS_KEY go together.')
  if (config.databaseUrl !== null && config.secretKey === null)
    errors.push('DATABASE_URL needs SECRET_KEY beside it (32 bytes in base64; `openssl rand -base64 32` makes one).')
  if (config.mode === 'production' && config.databaseUrl === null && config.ephemeral)
    errors.push('EPHEMERAL is for the sandbox; in production the data must stay.')
  const openid = {
    OIDC_ISSUER: config.oidcIssuer,
    OIDC_CLIENT_ID: config.oidcClientId,
    OIDC_CLIENT_SECRET: config.oidcClientSecret,
  }
  const missing = Object.entries(openid).flatMap(([variable, value]) => (value === null ? [variable] : []))
  if (missing.length === 1 || missing.length === 2)
    errors.push(`${Object.keys(openid).join(', ')} go together; set ${missing.join(' and ')} too.`)
  if (config.mode === 'production' && config.oidcIssuer?.startsWith('http:'))
    errors.push('OIDC_ISSUER with http:// is for the sandbox; in production it must begin with https://.')
  if (config.playbackUrl?.startsWith('http:') && (config.authUrl ?? config.baseUrl)?.startsWith('https:'))
    errors.push(
      'PLAYBACK_URL with http:// is not shown by browsers on pages at https://; it must begin with https:// too.',
    )
  if (errors.length > 0) throw new ConfigError(errors)
  return Object.freeze(config)
}

/** Settings that cannot be; `message` has a line for each. */
export class ConfigError extends Error {
  constructor(errors: string[]) {
    super(errors.join('\n'))
  }
}

/** The page of all settings, in Markdown. */
export function settingsPage(): string {
  return [
    '# Settings',
    '',
    'Read from the environment once, at the start. Written by `onair config --docs`.',
    '',
    '| Variable | Meaning | Without it |',
    '|---|---|---|',
    ...Object.values(settings).map(settingRow),
    '',
  ].join('\n')
}

function settingRow({
  env,
  doc,
  defaultValue,
}: Pick<Setting<Config[keyof Config]>, 'env' | 'doc' | 'defaultValue'>): string {
  const defaultText = defaultValue === null || Buffer.isBuffer(defaultValue) ? '' : [defaultValue].flat().join(',')
  return `| \`${env}\` | ${doc} | ${defaultText === '' ? '' : `\`${defaultText}\``} |`
}

function setting<T>(
  env: string,
  doc: string,
  parse: (text: string) => T,
  defaultValue: NoInfer<T>,
  secret?: true,
): Setting<T> {
  return { env, doc, parse, defaultValue, ...(secret && { secret }) }
}

function text(input: string): string {
  return input
}

function optional<T>(parse: (text: string) => T): (text: string) => T | null {
  return parse
}

function oneOf<const T extends string>(...allowed: T[]) {
  return (input: string): T => allowed.find((value) => value === input) ?? invalid(`must be ${allowed.join(' or ')}`)
}

function integer(min: number, max: number) {
  return (input: string): number => {
    const value = Number(input)
    return /^\d+$/.test(input) && value >= min && value <= max
      ? value
      : invalid(`must be a whole number from ${min} to ${max}`)
  }
}

function integers(count: number, min: number, max: number) {
  const parse = integer(min, max)
  return (input: string): number[] => {
    const parts = commaSeparated(input)
    return parts.length === count ? parts.map(parse) : invalid(`must be ${count} whole numbers joined by commas`)
  }
}

function headerPrefix(input: string): string {
  return /^[A-Za-z][A-Za-z0-9-]{0,30}-$/.test(input)
    ? input
    : invalid('must be letters, digits and -, with - at the end')
}

function port(input: string): number {
  return integer(0, 65_535)(input)
}

function flag(input: string): boolean {
  return oneOf('true', 'false')(input) === 'true'
}

function commaSeparated(input: string): string[] {
  return input
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

function parseRoles(input: string): Role[] {
  const parts = commaSeparated(input)
  return parts.length > 0 && parts.every((word) => (roles as readonly string[]).includes(word))
    ? roles.filter((role) => parts.includes(role))
    : invalid(`must be some of ${roles.join(', ')}`)
}

function url(...protocols: string[]) {
  return (input: string): string =>
    protocols.includes(URL.parse(input)?.protocol ?? '')
      ? input
      : invalid(`must be a URL beginning with ${protocols[0]}//`)
}

function origin(input: string): string {
  const parsed = URL.parse(input)
  return parsed &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.pathname === '/' &&
    !parsed.search &&
    !parsed.hash &&
    !parsed.username
    ? parsed.origin
    : invalid('must be an origin such as https://api.example.com')
}

/** The id stands in the path, so that all channels have the one origin that the pages may reach. */
function playlistUrl(input: string): string {
  const [first, second] = ['0', '1'].map((id) => URL.parse(input.replaceAll('{channelId}', id)))
  return first &&
    second &&
    /^https?:$/.test(first.protocol) &&
    first.origin === second.origin &&
    first.pathname !== second.pathname &&
    !/[{}]/.test(input.replaceAll('{channelId}', '')) &&
    !first.hash &&
    !first.username
    ? input
    : invalid('must be a URL with {channelId} in its path, such as https://live.example.com/{channelId}/index.m3u8')
}

/** Plain http reaches a provider under development on this machine, and no other. */
function issuer(input: string): string {
  const parsed = URL.parse(input)
  const isLoopback = parsed !== null && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(parsed.hostname)
  return parsed &&
    (parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopback)) &&
    !parsed.search &&
    !parsed.hash &&
    !parsed.username
    ? input
    : invalid('must be a URL such as https://id.example.com')
}

function openidScope(input: string): string {
  const scopes = spaceSeparated(input)
  return scopes.includes('openid') ? scopes.join(' ') : invalid('must hold openid')
}

function spaceSeparated(input: string): string[] {
  return input.split(/\s+/)
}

function timeZone(input: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: input }).resolvedOptions().timeZone
  } catch {
    return invalid('must be a time zone such as Asia/Seoul')
  }
}

function key32(input: string): Buffer {
  const bytes = Buffer.from(input, 'base64')
  return bytes.length === 32 ? bytes : invalid('must be 32 bytes in base64')
}

function invalid(requirement: string): never {
  throw new Error(requirement)
}
