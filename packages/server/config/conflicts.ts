import { roles } from './parsers.ts'
import { exposedSandbox, unsafeProduction } from './safety.ts'
import type { Config } from './settings.ts'

/** Errors of settings that conflict with each other. */
export function conflictsIn(config: Config): string[] {
  const errors: string[] = []
  if (config.roles.length < roles.length && (config.databaseUrl === null || !hasSharedBus(config)))
    errors.push(
      `ONAIR_ROLES=${config.roles.join(',')} needs other processes that share PostgreSQL and Redis: set ONAIR_DATABASE_URL and ONAIR_REDIS_URL.`,
    )
  if (config.ephemeral && config.databaseUrl !== null)
    errors.push(
      'ONAIR_EPHEMERAL (--ephemeral) deletes all data on exit, but not that of ONAIR_DATABASE_URL: set one of the two.',
    )
  if (config.redisCluster && config.redisUrl === null) errors.push('ONAIR_REDIS_CLUSTER requires ONAIR_REDIS_URL.')
  if (config.redisUrl?.includes(',') === true && !config.redisCluster)
    errors.push('ONAIR_REDIS_URL has several URLs, of which only ONAIR_REDIS_CLUSTER=true makes use.')
  if ((config.tlsCert === null) !== (config.tlsKey === null))
    errors.push('Set both ONAIR_TLS_CERT and ONAIR_TLS_KEY, or neither.')
  if (config.playbackUrl?.startsWith('http:') && (config.authUrl ?? config.baseUrl)?.startsWith('https:'))
    errors.push(
      'ONAIR_PLAYBACK_URL must begin with https:// like the pages: browsers block http:// on pages at https://.',
    )
  if (config.mediaControls.length > 0 && config.playbackUrl === null)
    errors.push('ONAIR_MEDIA_CONTROL_URL requires ONAIR_PLAYBACK_URL.')
  const isRecording = config.recordingsDir !== null || config.mode === 'sandbox' || !config.roles.includes('api')
  if (config.recordingsS3Url !== null && !isRecording)
    errors.push('ONAIR_RECORDINGS_S3_URL requires ONAIR_RECORDINGS_DIR: broadcasts are recorded there first.')
  if ((config.mailUrl === null) !== (config.mailFrom === null))
    errors.push('Set both ONAIR_MAIL_URL and ONAIR_MAIL_FROM, or neither.')
  if (config.webhookHosts.length > 0 && (config.mode === 'production' || config.sandboxPublic))
    errors.push('ONAIR_WEBHOOK_HOSTS is for a private sandbox: others could reach services of your network through it.')
  return [
    ...errors,
    ...keyConflicts(config),
    ...identityProviderConflicts(config),
    ...(config.mode === 'production' ? unsafeProduction(config) : exposedSandbox(config)),
  ]
}

/** Whether other processes may use the same data. */
export function hasSharedBus({ redisUrl }: Pick<Config, 'redisUrl'>): boolean {
  return redisUrl !== null
}

function keyConflicts({ databaseUrl, secretKey, secretKeyPrevious }: Config): string[] {
  const errors: string[] = []
  if (databaseUrl !== null && secretKey === null)
    errors.push(
      'ONAIR_DATABASE_URL requires ONAIR_SECRET_KEY: 32 bytes in base64, such as from `openssl rand -base64 32`.',
    )
  if (secretKeyPrevious !== null && secretKey === null)
    errors.push('ONAIR_SECRET_KEY_PREVIOUS requires ONAIR_SECRET_KEY.')
  if (secretKeyPrevious !== null && secretKey !== null && secretKey.equals(secretKeyPrevious))
    errors.push('ONAIR_SECRET_KEY_PREVIOUS must be another key than ONAIR_SECRET_KEY.')
  return errors
}

function identityProviderConflicts({
  oidcIssuer,
  oidcClientId,
  oidcClientSecret,
  signInProviders,
  mode,
}: Config): string[] {
  const errors: string[] = []
  const openid = {
    ONAIR_OIDC_ISSUER: oidcIssuer,
    ONAIR_OIDC_CLIENT_ID: oidcClientId,
    ONAIR_OIDC_CLIENT_SECRET: oidcClientSecret,
  }
  const missing = Object.entries(openid).flatMap(([variable, value]) => (value === null ? [variable] : []))
  if (missing.length === 1 || missing.length === 2)
    errors.push(`Set all of ${Object.keys(openid).join(', ')}, or none: ${missing.join(' and ')} missing.`)
  if (mode === 'production' && oidcIssuer?.startsWith('http:'))
    errors.push('ONAIR_OIDC_ISSUER must begin with https:// with ONAIR_MODE=production.')
  for (const { id, issuer } of signInProviders)
    if (mode === 'production' && issuer.startsWith('http:'))
      errors.push(
        `ONAIR_SIGN_IN_PROVIDERS must have for the provider "${id}" an "issuer" that begins with https:// with ONAIR_MODE=production.`,
      )
  return errors
}
