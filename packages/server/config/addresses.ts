import { commaSeparated, flag, optional, origin, text } from './parsers.ts'
import { setting } from './setting.ts'

/** The public URLs, TLS, and which hosts and machines may call. */
export const addressSettings = {
  baseUrl: setting('ONAIR_BASE_URL', 'Public URL of the API; default: the listening address', optional(origin), null),
  authUrl: setting(
    'ONAIR_AUTH_URL',
    'Public URL of the sign-in and consent pages; default: `ONAIR_BASE_URL`',
    optional(origin),
    null,
  ),
  socketUrl: setting(
    'ONAIR_SOCKET_URL',
    'Public URL of the sockets; default: `ONAIR_BASE_URL`',
    optional(origin),
    null,
  ),
  mediaUrl: setting(
    'ONAIR_MEDIA_URL',
    'Public URL at which browsers reach this process for video; default: `ONAIR_BASE_URL`. Each process needs its own if there are several with the role `api`',
    optional(origin),
    null,
  ),
  tlsCert: setting(
    'ONAIR_TLS_CERT',
    'File with the TLS certificate chain in PEM format, to serve TLS without a proxy; reloaded on SIGHUP',
    optional(text),
    null,
  ),
  tlsKey: setting(
    'ONAIR_TLS_KEY',
    'File with the private key of `ONAIR_TLS_CERT` in PEM format; reloaded on SIGHUP',
    optional(text),
    null,
  ),
  allowedHosts: setting(
    'ONAIR_ALLOWED_HOSTS',
    'Comma-separated further host names of this server, such as a name in an internal network; a request for any other host is answered 421',
    commaSeparated,
    [],
  ),
  insecureHttp: setting(
    'ONAIR_INSECURE_HTTP',
    '`true` allows public URLs that begin with `http://` in production, for a trusted network',
    flag,
    false,
  ),
  sandboxPublic: setting(
    'ONAIR_SANDBOX_PUBLIC',
    '`true` lets other machines use the sandbox, with a secret that the start prints',
    flag,
    false,
  ),
  trustProxy: setting('ONAIR_TRUST_PROXY', '`true` if a reverse proxy sets X-Forwarded-For', flag, false),
}
