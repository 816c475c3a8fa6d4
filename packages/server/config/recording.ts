import { integer, oneOf, optional } from './parsers.ts'
import { setting } from './setting.ts'

/** The log and the inspector. */
export const recordingSettings = {
  logLevel: setting(
    'ONAIR_LOG_LEVEL',
    '`info` (a line per request), `warn`, `error` or `silent`; default: `info` in production, `warn` in the sandbox',
    optional(oneOf('info', 'warn', 'error', 'silent')),
    null,
  ),
  inspector: setting(
    'ONAIR_INSPECTOR',
    'What the inspector records: `all`, `last-hour` (all, kept for an hour and at most `ONAIR_RECORD_MB`), `on-demand` (applications whose inspector is open) or `off`; default: `all` in the sandbox, `on-demand` in production',
    optional(oneOf('all', 'last-hour', 'on-demand', 'off')),
    null,
  ),
  recordMb: setting(
    'ONAIR_RECORD_MB',
    'Size of the records that `ONAIR_INSPECTOR=last-hour` keeps, in MB; the oldest are deleted first',
    integer(1, 100_000),
    256,
  ),
}
