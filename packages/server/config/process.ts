import { oneOf, parseRoles, port, text, roles } from './parsers.ts'
import { setting } from './setting.ts'

/** The process: its mode, roles and listener. */
export const processSettings = {
  mode: setting(
    'ONAIR_MODE',
    '`sandbox` (for development: demo data and `/sandbox/v1`) or `production`',
    oneOf('sandbox', 'production'),
    'sandbox',
  ),
  roles: setting('ONAIR_ROLES', 'Comma-separated roles of this process: `api`, `gateway`, `worker`', parseRoles, [
    ...roles,
  ]),
  host: setting('ONAIR_HOST', 'Address to listen on', text, '127.0.0.1'),
  port: setting('ONAIR_PORT', 'Port to listen on; 0 selects a free port', port, 4747),
}
