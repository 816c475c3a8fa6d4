import { integer } from './parsers.ts'
import { setting } from './setting.ts'

/** How long data is kept. */
export const retentionSettings = {
  auditLogDays: setting(
    'ONAIR_AUDIT_LOG_DAYS',
    'Days for which entries of the audit log are kept; 0: forever',
    integer(0, 36_500),
    365,
  ),
  chatDays: setting(
    'ONAIR_CHAT_DAYS',
    'Full days (UTC) for which chat messages are kept; 0: forever',
    integer(0, 3_650),
    30,
  ),
  recordDays: setting(
    'ONAIR_RECORD_DAYS',
    'Full days (UTC) for which records of the inspector are kept, if fewer than the limits in number',
    integer(1, 30),
    1,
  ),
  deliveryDays: setting(
    'ONAIR_DELIVERY_DAYS',
    'Full days (UTC) for which ended webhook deliveries and their attempts are kept',
    integer(1, 365),
    30,
  ),
  sessionDays: setting(
    'ONAIR_SESSION_DAYS',
    'Full days (UTC) for which ended sessions are kept, and up to a week more; lists show those of 90 days',
    integer(90, 730),
    90,
  ),
  recordingDays: setting(
    'ONAIR_RECORDING_DAYS',
    'Days for which recordings of broadcasts are kept, if `ONAIR_LIVE_DAYS` and their size allow it',
    integer(1, 3_650),
    14,
  ),
  liveDays: setting('ONAIR_LIVE_DAYS', 'Days for which ended lives are kept; 0: forever', integer(0, 36_500), 365),
}
