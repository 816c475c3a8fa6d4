import { readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { limits, wireProfiles } from '@onair/contract'

/**
 * A setting: its environment variable, description, parser and default. `secret`: errors do not print its value, and the
 * variable with the suffix `_FILE` may name a file that contains it.
 */
type Setting<T> = { env: string; doc: string; parse: (text: string) => T; defaultValue: T; secret?: true }

const roles = ['api', 'gateway', 'worker'] as const
export type Role = (typeof roles)[number]

/** All settings. `onair config` prints them as docs/operate/settings.md. */
const settings = {
  mode: setting(
    'MODE',
    '`sandbox` (for development: demo data and `/sandbox/v1`) or `production`',
    oneOf('sandbox', 'production'),
    'sandbox',
  ),
  roles: setting('ROLES', 'Comma-separated roles of this process: `api`, `gateway`, `worker`', parseRoles, [...roles]),
  host: setting('HOST', 'Address to listen on', text, '127.0.0.1'),
  port: setting('PORT', 'Port to listen on; 0 selects a free port', port, 4747),
  opsPort: setting(
    'OPS_PORT',
    'Port of `/livez`, `/readyz` and `/metrics`, such as 9464; without it, they are not served; 0 selects a free port',
    optional(port),
    null,
  ),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'URL of an OpenTelemetry collector, such as `http://127.0.0.1:4318`; traces are sent by OTLP over HTTP in JSON to its path `/v1/traces`',
    optional(url('http:', 'https:')),
    null,
  ),
  otlpHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    'Headers for the collector, such as `api-key=secret,tenant=a`',
    headerList,
    [],
    true,
  ),
  otelServiceName: setting('OTEL_SERVICE_NAME', 'Name of this service in traces', text, 'onair'),
  traceRatio: setting('OTEL_TRACES_SAMPLER_ARG', 'Share of traces that are sent, 0 to 1', ratio, 1),
  opsHost: setting('OPS_HOST', 'Address of `OPS_PORT`, which must not be public', text, '127.0.0.1'),
  baseUrl: setting('BASE_URL', 'Public URL of the API; default: the listening address', optional(origin), null),
  authUrl: setting(
    'AUTH_URL',
    'Public URL of the sign-in and consent pages; default: `BASE_URL`',
    optional(origin),
    null,
  ),
  socketUrl: setting('SOCKET_URL', 'Public URL of the sockets; default: `BASE_URL`', optional(origin), null),
  tlsCert: setting(
    'TLS_CERT',
    'File with the TLS certificate chain in PEM format, to serve TLS without a proxy; reloaded on SIGHUP',
    optional(text),
    null,
  ),
  tlsKey: setting(
    'TLS_KEY',
    'File with the private key of `TLS_CERT` in PEM format; reloaded on SIGHUP',
    optional(text),
    null,
  ),
  allowedHosts: setting(
    'ALLOWED_HOSTS',
    'Comma-separated host names of this server besides those of `BASE_URL`, `AUTH_URL` and `SOCKET_URL`, such as a name in an internal network; a request for any other host is answered 421',
    commaSeparated,
    [],
  ),
  insecureHttp: setting(
    'INSECURE_HTTP',
    '`true` allows public URLs that begin with `http://` in production, for a trusted network',
    flag,
    false,
  ),
  sandboxPublic: setting(
    'SANDBOX_PUBLIC',
    '`true` lets other machines use the sandbox: `HOST` and `BASE_URL` need not be of this machine, and the sandbox API and the demo accounts need a secret that the start prints',
    flag,
    false,
  ),
  trustProxy: setting('TRUST_PROXY', '`true` if a reverse proxy sets X-Forwarded-For', flag, false),
  dataDir: setting('DATA_DIR', 'Data directory: the embedded database and the secret key', text, '.onair'),
  ephemeral: setting('EPHEMERAL', '`true` deletes all data on exit', flag, false),
  worldsMax: setting('WORLDS_MAX', 'Worlds that may be open at once in the sandbox', integer(1, 500), 50),
  worldIdleMin: setting(
    'WORLD_IDLE_MIN',
    'Minutes without a request or a socket after which a forked world is dropped',
    integer(1, 10_080),
    60,
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    'URL of a PostgreSQL database to use instead of the embedded one',
    optional(url('postgres:', 'postgresql:')),
    null,
    true,
  ),
  databasePool: setting(
    'DATABASE_POOL',
    'Maximum database connections per process; a gateway opens one more for its lease',
    integer(1, 1000),
    10,
  ),
  socketPendingMb: setting(
    'SOCKET_PENDING_MB',
    'What the sockets of this process may have pending for clients that read slowly, in MB; above it the slowest are disconnected',
    integer(1, 1_000_000),
    256,
  ),
  bus: setting(
    'BUS',
    'How processes that share the roles exchange events and counts: `redis` (`REDIS_URL`) or `postgres` (two or three processes, without Redis); default: `redis` if `REDIS_URL` is set, otherwise this process is the only one',
    optional(oneOf('redis', 'postgres')),
    null,
  ),
  redisUrl: setting(
    'REDIS_URL',
    'URL of Redis or Valkey, for several processes that share the roles; with `REDIS_CLUSTER` several, separated by commas',
    optional(redisUrls),
    null,
    true,
  ),
  redisCluster: setting(
    'REDIS_CLUSTER',
    '`true` if the servers of `REDIS_URL` are nodes of a Redis Cluster (Redis 7 or newer, Valkey); one URL is enough to find all nodes',
    flag,
    false,
  ),
  redisPrefix: setting('REDIS_PREFIX', 'Prefix of all keys and channels in Redis', text, 'onair:'),
  secretKey: setting(
    'SECRET_KEY',
    '32 bytes in base64 that encrypt client secrets, stream keys and the URLs of overlays; generated in `DATA_DIR` for the embedded database',
    optional(key32),
    null,
    true,
  ),
  secretKeyPrevious: setting(
    'SECRET_KEY_PREVIOUS',
    'The key that `SECRET_KEY` replaces, until `onair key rotate` has encrypted all secrets with the new one',
    optional(key32),
    null,
    true,
  ),
  logLevel: setting(
    'LOG_LEVEL',
    '`info` (a line per request), `warn`, `error` or `silent`; default: `info` in production, `warn` in the sandbox',
    optional(oneOf('info', 'warn', 'error', 'silent')),
    null,
  ),
  inspector: setting(
    'INSPECTOR',
    'What the inspector records: `all`, `last-hour` (all, kept for an hour and at most `RECORD_MB`), `on-demand` (applications whose inspector is open) or `off`; default: `all` in the sandbox, `on-demand` in production',
    optional(oneOf('all', 'last-hour', 'on-demand', 'off')),
    null,
  ),
  recordMb: setting(
    'RECORD_MB',
    'Size of the records that `INSPECTOR=last-hour` keeps, in MB (1,000,000 bytes). Checked once a minute; the oldest are deleted first',
    integer(1, 100_000),
    256,
  ),
  wireProfile: setting(
    'WIRE_PROFILE',
    'Default wire profile of applications: `documented` or `observed`',
    oneOf(...wireProfiles),
    'documented',
  ),
  allowLoopbackHttp: setting(
    'ALLOW_LOOPBACK_HTTP',
    '`true` also allows webhook URLs with `http` and `https` on any port of localhost and 127.0.0.1, and of names that the hosts file maps to 127.0.0.1, for development; default: `true` in the sandbox, `false` in production',
    optional(flag),
    null,
  ),
  outgoingCa: setting(
    'OUTGOING_CA',
    'File with CA certificates in PEM format that are trusted for webhook receivers, in addition to the public ones',
    optional(text),
    null,
  ),
  headerPrefix: setting(
    'HEADER_PREFIX',
    'Prefix of the header names of webhook requests; an application with the `observed` wire profile can override it',
    headerPrefix,
    'Svc-',
  ),
  webhookRetrySec: setting(
    'WEBHOOK_RETRY_SEC',
    'Delay before each of the three retries of a notification, in seconds, ±20 %',
    integers(limits.webhookRetries, 1, 604_800),
    [10, 120, 1800],
  ),
  webhookDisableDays: setting(
    'WEBHOOK_DISABLE_DAYS',
    'Days without a successful delivery after which a failure disables a webhook',
    integer(1, 365),
    3,
  ),
  officialNames: setting(
    'OFFICIAL_NAMES',
    'Comma-separated names that no application name may contain',
    commaSeparated,
    ['Onair'],
  ),
  refusedWords: setting(
    'REFUSED_WORDS',
    'Comma-separated words that no application name may contain',
    commaSeparated,
    [],
  ),
  auditLogDays: setting(
    'AUDIT_LOG_DAYS',
    'Days for which entries of the audit log are kept; 0: forever',
    integer(0, 36_500),
    365,
  ),
  chatDays: setting('CHAT_DAYS', 'Full days (UTC) for which chat messages are kept; 0: forever', integer(0, 3_650), 30),
  recordDays: setting(
    'RECORD_DAYS',
    'Full days (UTC) for which records of the inspector are kept, if fewer than the limits in number',
    integer(1, 30),
    1,
  ),
  deliveryDays: setting(
    'DELIVERY_DAYS',
    'Full days (UTC) for which ended webhook deliveries and their attempts are kept',
    integer(1, 365),
    30,
  ),
  sessionDays: setting(
    'SESSION_DAYS',
    'Full days (UTC) for which ended sessions are kept, and up to a week more; lists show those of 90 days',
    integer(90, 730),
    90,
  ),
  liveDays: setting('LIVE_DAYS', 'Days for which ended broadcasts are kept; 0: forever', integer(0, 36_500), 365),
  temporaryRestrictionSec: setting(
    'TEMPORARY_RESTRICTION_SEC',
    'Duration of a temporary restriction, in seconds',
    integer(1, 86_400),
    60,
  ),
  startingBalance: setting(
    'STARTING_BALANCE',
    'Initial balance of play money of a new account, in won',
    integer(0, 1_000_000_000_000),
    10_000_000,
  ),
  quotaPerApp: setting(
    'QUOTA_PER_APP',
    'Calls per minute of one application with all its tokens; 0: unlimited',
    integer(0, 1_000_000_000),
    limits.callsPerApp,
  ),
  quotaPerToken: setting(
    'QUOTA_PER_TOKEN',
    'Calls per minute of one application with the tokens of one user; 0: unlimited',
    integer(0, 1_000_000_000),
    limits.callsPerToken,
  ),
  quotaPerAddress: setting(
    'QUOTA_PER_ADDRESS',
    'Calls per minute of browsers that are not signed in at one IP address; 0: unlimited',
    integer(0, 1_000_000_000),
    6_000,
  ),
  signInsPerAccount: setting(
    'SIGN_INS_PER_ACCOUNT',
    'Sign-ins to one account in 15 minutes; 0: unlimited',
    integer(0, 1_000_000),
    30,
  ),
  quotaUnknownCredentials: setting(
    'QUOTA_UNKNOWN_CREDENTIALS',
    'Unknown tokens, client secrets and sessions per minute of one network, before further ones are refused; 0: unlimited',
    integer(0, 1_000_000_000),
    600,
  ),
  quotaPerPerson: setting(
    'QUOTA_PER_PERSON',
    'Calls per minute of the pages of one signed-in person, in all browsers; 0: unlimited',
    integer(0, 1_000_000_000),
    1_200,
  ),
  displayZone: setting('DISPLAY_ZONE', 'Time zone of displayed dates', timeZone, 'Asia/Seoul'),
  ingestSecret: setting(
    'INGEST_SECRET',
    'The `secret` that media servers send to `/ingest/v1`; without it, only loopback connections are accepted',
    optional(text),
    null,
    true,
  ),
  ingestUrl: setting(
    'INGEST_URL',
    'URL to which encoders publish, shown in the studio, such as `rtmp://live.example.com/app`',
    optional(url('rtmp:', 'rtmps:', 'srt:', 'http:', 'https:')),
    null,
  ),
  playbackUrl: setting(
    'PLAYBACK_URL',
    'URL template of the HLS playlist that the watch page plays, such as `https://live.example.com/{channelId}/index.m3u8`',
    optional(playlistUrl),
    null,
  ),
  thumbnailUrl: setting(
    'THUMBNAIL_URL',
    "URL template of a broadcast's picture, such as `https://live.example.com/{channelId}_{type}.jpg`; without it, a generated picture. Clients replace `{type}` with a height",
    optional(pictureUrl),
    null,
  ),
  badgeBaseUrl: setting(
    'BADGE_BASE_URL',
    'URL under which `streamer.png`, `manager.png` and `subscriber.png` are served, for clients that compare the full URL of a badge; without it, `/assets/badges` of this platform',
    optional(url('https:', 'http:')),
    null,
  ),
  oidcIssuer: setting(
    'OIDC_ISSUER',
    'Issuer URL of the OpenID Connect provider that verifies identities; requires `OIDC_CLIENT_ID` and `OIDC_CLIENT_SECRET`',
    optional(issuer),
    null,
  ),
  oidcClientId: setting(
    'OIDC_CLIENT_ID',
    'Client id of this platform at the OpenID Connect provider',
    optional(text),
    null,
  ),
  oidcClientSecret: setting(
    'OIDC_CLIENT_SECRET',
    'Client secret of this platform at the OpenID Connect provider',
    optional(text),
    null,
    true,
  ),
  oidcScope: setting(
    'OIDC_SCOPE',
    'Space-separated scopes to request from the OpenID Connect provider',
    openidScope,
    'openid',
  ),
  oidcAcrValues: setting(
    'OIDC_ACR_VALUES',
    'Space-separated `acr_values` to request; an ID token with another `acr` is rejected',
    spaceSeparated,
    [] as string[],
  ),
  argonMemoryKiB: setting(
    'ARGON_MEMORY_KIB',
    'Memory of one password hash (argon2id), in KiB',
    integer(8, 1_048_576),
    19_456,
  ),
}

export type Config = Readonly<{ [K in keyof typeof settings]: (typeof settings)[K]['defaultValue'] }>

/** Parses and checks all settings. Throws one ConfigError with all errors. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { config, errors } = parseSettings(env)
  errors.push(...conflictsIn(config))
  if (errors.length > 0) throw new ConfigError(errors)
  return Object.freeze(config)
}

/** Invalid settings. The message has one line per error. */
export class ConfigError extends Error {
  constructor(errors: string[]) {
    super(errors.join('\n'))
  }
}

function parseSettings(env: Record<string, string | undefined>): { config: Config; errors: string[] } {
  const errors: string[] = []
  const entries = Object.entries(settings).map(([name, { env: variable, parse, defaultValue, ...setting }]) => {
    const isSecret = 'secret' in setting
    const input = isSecret ? readSecret(variable, env, errors) : env[variable]?.trim()
    if (input === undefined || input === '') return [name, defaultValue]
    try {
      return [name, parse(input)]
    } catch (error) {
      errors.push(`${variable} ${(error as Error).message}, not "${isSecret ? '•••' : input}".`)
      return [name, defaultValue]
    }
  })
  return { config: Object.fromEntries(entries) as Config, errors }
}

/** The value of a secret setting, or the content of the file that its `_FILE` variant names. */
function readSecret(variable: string, env: Record<string, string | undefined>, errors: string[]): string | undefined {
  const value = env[variable]?.trim()
  const file = env[`${variable}_FILE`]?.trim()
  if (file === undefined || file === '') return value
  if (value !== undefined && value !== '') {
    errors.push(`Set either ${variable} or ${variable}_FILE, not both.`)
    return undefined
  }
  try {
    const content = readFileSync(file, 'utf8').trim()
    if (content === '') errors.push(`The file ${file} of ${variable}_FILE is empty.`)
    return content
  } catch (error) {
    errors.push(`Cannot read the file ${file} of ${variable}_FILE: ${(error as Error).message}.`)
    return undefined
  }
}

/** Errors of settings that conflict with each other. */
function conflictsIn(config: Config): string[] {
  const errors: string[] = []
  if (config.roles.length < roles.length && (config.databaseUrl === null || !hasSharedBus(config)))
    errors.push(
      `ROLES=${config.roles.join(',')} needs other processes that share PostgreSQL and a bus: set DATABASE_URL, and REDIS_URL or BUS=postgres.`,
    )
  if (config.bus === 'redis' && config.redisUrl === null) errors.push('BUS=redis requires REDIS_URL.')
  if (config.bus === 'postgres' && config.redisUrl !== null)
    errors.push('BUS=postgres makes no use of REDIS_URL: set one of them.')
  if (config.redisCluster && config.redisUrl === null) errors.push('REDIS_CLUSTER requires REDIS_URL.')
  if (config.redisUrl?.includes(',') === true && !config.redisCluster)
    errors.push('REDIS_URL has several URLs, of which only REDIS_CLUSTER=true makes use.')
  if ((config.tlsCert === null) !== (config.tlsKey === null)) errors.push('Set both TLS_CERT and TLS_KEY, or neither.')
  if (config.playbackUrl?.startsWith('http:') && (config.authUrl ?? config.baseUrl)?.startsWith('https:'))
    errors.push('PLAYBACK_URL must begin with https:// like the pages: browsers block http:// on pages at https://.')
  return [
    ...errors,
    ...keyConflicts(config),
    ...identityProviderConflicts(config),
    ...(config.mode === 'production' ? unsafeProduction(config) : exposedSandbox(config)),
  ]
}

/** Whether other processes may use the same data. */
export function hasSharedBus({ bus, redisUrl }: Pick<Config, 'bus' | 'redisUrl'>): boolean {
  return bus === 'postgres' || redisUrl !== null
}

function keyConflicts({ databaseUrl, secretKey, secretKeyPrevious }: Config): string[] {
  const errors: string[] = []
  if (databaseUrl !== null && secretKey === null)
    errors.push('DATABASE_URL requires SECRET_KEY: 32 bytes in base64, such as from `openssl rand -base64 32`.')
  if (secretKeyPrevious !== null && secretKey === null) errors.push('SECRET_KEY_PREVIOUS requires SECRET_KEY.')
  if (secretKeyPrevious !== null && secretKey !== null && secretKey.equals(secretKeyPrevious))
    errors.push('SECRET_KEY_PREVIOUS must be another key than SECRET_KEY.')
  return errors
}

function identityProviderConflicts({ oidcIssuer, oidcClientId, oidcClientSecret, mode }: Config): string[] {
  const errors: string[] = []
  const openid = { OIDC_ISSUER: oidcIssuer, OIDC_CLIENT_ID: oidcClientId, OIDC_CLIENT_SECRET: oidcClientSecret }
  const missing = Object.entries(openid).flatMap(([variable, value]) => (value === null ? [variable] : []))
  if (missing.length === 1 || missing.length === 2)
    errors.push(`Set all of ${Object.keys(openid).join(', ')}, or none: ${missing.join(' and ')} missing.`)
  if (mode === 'production' && oidcIssuer?.startsWith('http:'))
    errors.push('OIDC_ISSUER must begin with https:// with MODE=production.')
  return errors
}

/** What makes a start with MODE=production unsafe. */
function unsafeProduction(config: Config): string[] {
  const errors: string[] = []
  if (config.databaseUrl === null && config.ephemeral)
    errors.push('EPHEMERAL deletes all data on exit and is not allowed with MODE=production.')
  if (config.secretKey !== null && isPredictable(config.secretKey))
    errors.push('SECRET_KEY repeats its bytes and can be guessed: use a random one, from `openssl rand -base64 32`.')
  if (config.roles.join() === 'worker') return errors
  if (config.baseUrl === null && isAnyAddress(config.host))
    errors.push(`HOST=${config.host} lets other machines connect: set BASE_URL to the public URL of the API.`)
  if (!config.insecureHttp)
    for (const [variable, url] of publicOrigins(config))
      if (url.startsWith('http:') && !isLoopbackHost(new URL(url).hostname))
        errors.push(
          `${variable} ${url} sends passwords and tokens in clear text: use https://, or set INSECURE_HTTP=true for a trusted network.`,
        )
  return errors
}

/** What lets other machines reach a sandbox, whose demo accounts have known passwords. BASE_URL is checked at start. */
function exposedSandbox({ host, roles: ownRoles, sandboxPublic }: Config): string[] {
  if (sandboxPublic || isLoopbackHost(host) || ownRoles.join() === 'worker') return []
  return [
    `HOST=${host} lets other machines use this sandbox: set SANDBOX_PUBLIC=true, which asks for a secret that the start prints, and BASE_URL to the URL that they open, or set MODE=production.`,
  ]
}

/** The public origins of this process by the setting that decides them. */
function publicOrigins({ baseUrl, authUrl, socketUrl, host, port: listenPort, tlsCert }: Config): [string, string][] {
  const origins: [string, string | null][] = [
    ['BASE_URL', baseUrl],
    ['AUTH_URL', authUrl],
    ['SOCKET_URL', socketUrl],
  ]
  if (baseUrl === null && tlsCert === null && !isAnyAddress(host))
    origins.push(['HOST', `http://${host.includes(':') ? `[${host}]` : host}:${listenPort}`])
  return origins.filter((entry): entry is [string, string] => entry[1] !== null)
}

/** Whether a host name or address, as in a URL or as in HOST, always means this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  return name === '::1' || /^(.+\.)?localhost$/.test(name) || (isIPv4(name) && name.startsWith('127.'))
}

function isAnyAddress(host: string): boolean {
  return ['0.0.0.0', '::', '*'].includes(host)
}

/** Whether the bytes of a key repeat, as those of a key that was typed do. 32 random bytes have about 30 values. */
function isPredictable(key: Buffer): boolean {
  const hasPeriod = [1, 2, 4, 8, 16].some((period) => key.subarray(period).equals(key.subarray(0, -period)))
  return hasPeriod || new Set(key).size < 12
}

/** All settings as a Markdown page. */
export function settingsPage(): string {
  return [
    '# Settings',
    '',
    'Onair reads its settings from environment variables at start. This page is generated: `npm run generate`.',
    '',
    `A secret can be read from a file: ${secretVariables().join(', ')} name one.`,
    '',
    '| Variable | Meaning | Default |',
    '|---|---|---|',
    ...Object.values(settings).map(settingRow),
    '',
  ].join('\n')
}

function secretVariables(): string[] {
  return Object.values(settings).flatMap((each) => ('secret' in each ? [`\`${each.env}_FILE\``] : []))
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
      : invalid(`must be an integer from ${min} to ${max}`)
  }
}

function integers(count: number, min: number, max: number) {
  const parse = integer(min, max)
  return (input: string): number[] => {
    const parts = commaSeparated(input)
    return parts.length === count ? parts.map(parse) : invalid(`must be ${count} comma-separated integers`)
  }
}

function ratio(input: string): number {
  const value = Number(input)
  return /^\d(\.\d+)?$/.test(input) && value <= 1 ? value : invalid('must be a number from 0 to 1')
}

/** As in the specification of OpenTelemetry: `name=value`, separated by commas, with percent-encoded values. */
function headerList(input: string): string[] {
  const pairs = commaSeparated(input)
  return pairs.every((pair) => /^[\w-]+=([^%]|%[0-9A-Fa-f]{2})+$/.test(pair))
    ? pairs.map(decodeURIComponent)
    : invalid('must be pairs of a header name and a value, as in api-key=secret')
}

function headerPrefix(input: string): string {
  return /^[A-Za-z][A-Za-z0-9-]{0,30}-$/.test(input)
    ? input
    : invalid('must have only letters, digits and hyphens, and end with a hyphen')
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
    : invalid(`must be one or more of ${roles.join(', ')}`)
}

function url(...protocols: string[]) {
  return (input: string): string =>
    protocols.includes(URL.parse(input)?.protocol ?? '')
      ? input
      : invalid(`must be a URL that begins with ${protocols[0]}//`)
}

function redisUrls(input: string): string {
  const urls = commaSeparated(input)
  if (urls.length === 0) return invalid('must be a URL that begins with redis://')
  return urls.map(url('redis:', 'rediss:')).join(',')
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

/** The id must be in the path: the content security policy of the pages allows a single origin. */
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

function pictureUrl(input: string): string {
  const parsed = URL.parse(input.replaceAll(/\{channelId\}|\{type\}/g, '0'))
  const isTemplate = input.includes('{channelId}') && input.includes('{type}')
  return isTemplate && parsed && /^https?:$/.test(parsed.protocol)
    ? input
    : invalid('must be a URL with {channelId} and {type}, such as https://live.example.com/{channelId}_{type}.jpg')
}

/** Allows http only for a provider on this machine. */
function issuer(input: string): string {
  const parsed = URL.parse(input)
  const isLoopback = parsed !== null && isLoopbackHost(parsed.hostname)
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
  return scopes.includes('openid') ? scopes.join(' ') : invalid('must contain openid')
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

/** Node ignores invalid characters, so a mistyped key would be another key. */
function key32(input: string): Buffer {
  return /^[A-Za-z0-9+/]{43}=$/.test(input) || /^[\w-]{43}$/.test(input)
    ? Buffer.from(input, 'base64')
    : invalid('must be 32 bytes in base64')
}

function invalid(requirement: string): never {
  throw new Error(requirement)
}
