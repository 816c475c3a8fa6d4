/*
 * The panels of the dashboard, from which `npm run generate` writes deploy/grafana-dashboard.json.
 * docs/operate/metrics.md explains the metrics.
 */

/** A unit of Grafana: requests or other events per second, seconds, a number, bytes, a share of 1. */
type Unit = 'reqps' | 'cps' | 's' | 'short' | 'bytes' | 'percentunit'

/** `{label}` in a legend is the value of that label. `$instance` in an expression is a pattern of the chosen processes. */
type Series = { legend: string; expression: string }

export type Panel = {
  title: string
  unit: Unit
  /** Lines over time, or for values of 0 and 1 a row of states over time for each series. */
  shape: 'lines' | 'states'
  series: Series[]
}

/** Selects what the chosen processes measured. */
const chosen = 'job="onair",instance=~"$instance"'
const now = (metric: string) => `${metric}{${chosen}}`
const rate = (metric: string, labels = '') => `rate(${metric}{${chosen}${labels}}[5m])`
const sumBy = (label: string, expression: string) => `sum by (${label}) (${expression})`
const percentiles = (histogram: string): Series[] =>
  (
    [
      ['p50', 0.5],
      ['p99', 0.99],
    ] as const
  ).map(([legend, share]) => ({
    legend,
    expression: `histogram_quantile(${share}, ${sumBy('le', rate(`${histogram}_bucket`))})`,
  }))
const byLabel = (label: string, expression: string): Series[] => [{ legend: `{${label}}`, expression }]
const lines = (title: string, unit: Unit, series: Series[]): Panel => ({ title, unit, shape: 'lines', series })

const requests = 'onair_http_request_duration_seconds'
const redisCommands = 'onair_redis_command_duration_seconds'

export const groups: { title: string; panels: Panel[] }[] = [
  {
    title: 'Requests',
    panels: [
      lines(
        'Requests by status class',
        'reqps',
        byLabel('status_class', sumBy('status_class', rate(`${requests}_count`))),
      ),
      lines('Request duration', 's', percentiles(requests)),
      lines(
        'Busiest operations',
        'reqps',
        byLabel('operation', `topk(10, ${sumBy('operation', rate(`${requests}_count`))})`),
      ),
      lines('Refused requests', 'reqps', byLabel('code', sumBy('code', rate('onair_http_requests_refused_total')))),
    ],
  },
  {
    title: 'People and channels',
    panels: [
      lines('Live channels', 'short', [{ legend: 'live', expression: `max(${now('onair_live_channels')})` }]),
      lines('Chat messages', 'cps', [{ legend: 'messages', expression: `sum(${rate('onair_chat_messages_total')})` }]),
      lines(
        'Sign-ups, failed sign-ins and moderation',
        'cps',
        byLabel('action', sumBy('action', rate('onair_actions_total'))),
      ),
    ],
  },
  {
    title: 'Sessions and events',
    panels: [
      lines('Sessions and viewers', 'short', [
        { legend: 'sessions', expression: `sum(${now('onair_gateway_sessions')})` },
        { legend: 'viewers', expression: `sum(${now('onair_gateway_viewers')})` },
        { legend: 'connections', expression: `sum(${now('onair_gateway_connections')})` },
      ]),
      lines('Ended sessions', 'cps', byLabel('code', sumBy('code', rate('onair_gateway_sessions_ended_total')))),
      lines('Refused connections', 'cps', byLabel('reason', sumBy('reason', rate('onair_connections_refused_total')))),
      lines('Events sent to sockets', 'cps', byLabel('event', sumBy('event', rate('onair_events_sent_total')))),
      lines(
        'Events dropped for slow clients',
        'cps',
        byLabel('instance', sumBy('instance', rate('onair_events_dropped_total'))),
      ),
      lines('Topics with sockets', 'short', byLabel('instance', now('onair_gateway_topics'))),
    ],
  },
  {
    title: 'Notifications',
    panels: [
      lines('Waiting notifications', 'short', [
        { legend: 'waiting', expression: `max(${now('onair_webhook_deliveries_waiting')})` },
        { legend: 'in flight', expression: `sum(${now('onair_webhook_attempts_in_flight')})` },
      ]),
      lines('Age of the oldest due notification', 's', [
        { legend: 'age', expression: `max(${now('onair_webhook_oldest_due_age_seconds')})` },
      ]),
      lines(
        'Webhook attempts',
        'cps',
        byLabel('outcome', sumBy('outcome', rate('onair_webhook_attempt_duration_seconds_count'))),
      ),
    ],
  },
  {
    title: 'Database and Redis',
    panels: [
      {
        title: 'Database, bus and Redis are up',
        unit: 'short',
        shape: 'states',
        series: [
          { legend: '{instance} database', expression: now('onair_database_up') },
          { legend: '{instance} bus', expression: now('onair_bus_up') },
          { legend: '{instance} Redis', expression: now('onair_redis_up') },
        ],
      },
      lines('Database pool', 'short', [
        { legend: '{instance} open', expression: now('onair_database_connections') },
        { legend: '{instance} idle', expression: now('onair_database_connections_idle') },
        { legend: '{instance} waiting', expression: now('onair_database_waiting') },
        { legend: '{instance} limit', expression: now('onair_database_connections_max') },
      ]),
      lines('Rows in queues', 'short', [{ legend: '{instance} {queue}', expression: now('onair_queue_rows') }]),
      lines('Redis command duration', 's', percentiles(redisCommands)),
      lines('Redis commands, failures and reconnects', 'cps', [
        ...byLabel('command', sumBy('command', rate(`${redisCommands}_count`))),
        { legend: 'failed', expression: `sum(${rate(`${redisCommands}_count`, ',outcome="failed"')})` },
        {
          legend: '{connection} reconnects',
          expression: sumBy('connection', rate('onair_redis_reconnects_total')),
        },
      ]),
      lines('Redis channels', 'short', byLabel('instance', now('onair_redis_pubsub_channels'))),
    ],
  },
  {
    title: 'Processes',
    panels: [
      lines('Event loop delay, p99', 's', byLabel('instance', now('nodejs_eventloop_lag_p99_seconds'))),
      lines('Memory', 'bytes', byLabel('instance', now('process_resident_memory_bytes'))),
      lines('Processor', 'percentunit', byLabel('instance', sumBy('instance', rate('process_cpu_seconds_total')))),
      lines('File descriptors', 'short', [
        { legend: '{instance} open', expression: now('process_open_fds') },
        { legend: '{instance} limit', expression: now('process_max_fds') },
      ]),
      lines('Versions', 'short', byLabel('version', sumBy('version', now('onair_build_info')))),
    ],
  },
]
