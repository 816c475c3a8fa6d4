import { limits, wireProfiles } from '@onair/contract'
import { flag, headerPrefix, hostNames, integer, integers, oneOf, optional, text } from './parsers.ts'
import { setting } from './setting.ts'

/** The wire profile and the delivery of webhooks. */
export const webhookSettings = {
  wireProfile: setting(
    'ONAIR_WIRE_PROFILE',
    'Default wire profile of applications: `documented` or `observed`',
    oneOf(...wireProfiles),
    'documented',
  ),
  allowLoopbackHttp: setting(
    'ONAIR_ALLOW_LOOPBACK_HTTP',
    '`true` also allows targets of restreams, and webhook URLs with `http` and `https` on any port, at localhost, 127.0.0.1 and names that the hosts file maps to 127.0.0.1, for development; default: `true` in a private sandbox, otherwise `false`',
    optional(flag),
    null,
  ),
  webhookHosts: setting(
    'ONAIR_WEBHOOK_HOSTS',
    'Hosts, separated by commas, for webhooks and restreams with `http`, any port and a private address, such as `bot` for a neighbouring container; only for a private sandbox',
    hostNames,
    [],
  ),
  outgoingCa: setting(
    'ONAIR_OUTGOING_CA',
    'File with CA certificates in PEM format that are trusted for webhook receivers and targets of restreams, in addition to the public ones',
    optional(text),
    null,
  ),
  headerPrefix: setting(
    'ONAIR_HEADER_PREFIX',
    'Prefix of the header names of webhook requests; an application with the `observed` wire profile can override it',
    headerPrefix,
    'Svc-',
  ),
  webhookRetrySec: setting(
    'ONAIR_WEBHOOK_RETRY_SEC',
    'Delay before each of the three retries of a notification, in seconds, ±20 %',
    integers(limits.webhookRetries, 1, 604_800),
    [10, 120, 1800],
  ),
  webhookDisableDays: setting(
    'ONAIR_WEBHOOK_DISABLE_DAYS',
    'Days without a successful delivery after which a failure disables a webhook',
    integer(1, 365),
    3,
  ),
}
