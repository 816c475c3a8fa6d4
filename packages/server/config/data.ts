import { flag, integer, key32, optional, redisUrls, text, url } from './parsers.ts'
import { setting } from './setting.ts'

/** Where the data, the bus and the keys are. */
export const dataSettings = {
  dataDir: setting('ONAIR_DATA_DIR', 'Data directory: the embedded database and the secret key', text, '.onair'),
  ephemeral: setting('ONAIR_EPHEMERAL', '`true` deletes all data on exit', flag, false),
  worldsMax: setting('ONAIR_WORLDS_MAX', 'Worlds that may be open at once in the sandbox', integer(1, 500), 50),
  worldIdleMin: setting(
    'ONAIR_WORLD_IDLE_MIN',
    'Minutes without a request or a socket after which a forked world is deleted',
    integer(1, 10_080),
    60,
  ),
  databaseUrl: setting(
    'ONAIR_DATABASE_URL',
    'URL of a PostgreSQL database of its own to use instead of the embedded one; `PG*` variables are not read',
    optional(url('postgres:', 'postgresql:')),
    null,
    true,
  ),
  databasePool: setting(
    'ONAIR_DATABASE_POOL',
    'Maximum database connections per process; each opens two more for searches and analytics, and a gateway one for its lease',
    integer(1, 1000),
    10,
  ),
  socketPendingMb: setting(
    'ONAIR_SOCKET_PENDING_MB',
    'What the sockets of this process may have pending, in MB; above it the slowest clients are disconnected',
    integer(1, 1_000_000),
    256,
  ),
  redisUrl: setting(
    'ONAIR_REDIS_URL',
    'URL of Redis or Valkey, for several processes; with `ONAIR_REDIS_CLUSTER` several, separated by commas',
    optional(redisUrls),
    null,
    true,
  ),
  redisCluster: setting(
    'ONAIR_REDIS_CLUSTER',
    '`true` if the servers of `ONAIR_REDIS_URL` are nodes of a Redis Cluster (Redis 7 or newer, Valkey); one URL is enough to find all nodes',
    flag,
    false,
  ),
  redisPrefix: setting('ONAIR_REDIS_PREFIX', 'Prefix of all keys and channels in Redis', text, 'onair:'),
  secretKey: setting(
    'ONAIR_SECRET_KEY',
    '32 bytes in base64 that encrypt client secrets, stream keys and the URLs of overlays; generated in `ONAIR_DATA_DIR` for the embedded database',
    optional(key32),
    null,
    true,
  ),
  secretKeyPrevious: setting(
    'ONAIR_SECRET_KEY_PREVIOUS',
    'The key that `ONAIR_SECRET_KEY` replaces, until `onair key rotate` has encrypted all secrets with the new one',
    optional(key32),
    null,
    true,
  ),
}
