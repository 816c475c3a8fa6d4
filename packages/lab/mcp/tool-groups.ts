/** The tools of each group, by the start of their names. The first group that fits has the tool. */
const startsByGroup = {
  lab: ['lab_', 'webhook_', 'open_listScopes'],
  endpoints: [
    'sandbox_apps_createWebhookEndpoint',
    'sandbox_apps_listWebhookEndpoints',
    'sandbox_apps_updateWebhookEndpoint',
    'sandbox_apps_deleteWebhookEndpoint',
    // A new application names its scopes itself.
    'sandbox_apps_addScope',
    // The address and the key of an encoder, and what an overlay shows.
    'sandbox_channels_getEncoder',
    'sandbox_channels_getGoal',
  ],
  demo: ['sandbox_demo_'],
  people: ['sandbox_people_', 'sandbox_grants_', 'sandbox_channels_', 'sandbox_payments_'],
  apps: ['sandbox_apps_'],
  drops: ['sandbox_drops_'],
  sinks: ['sandbox_sinks_'],
  inspector: ['sandbox_inspector_', 'sandbox_sessions_'],
  clock: ['sandbox_clock_'],
  faults: ['sandbox_faults_'],
  mails: ['sandbox_mails_'],
  worlds: ['sandbox_worlds_', 'sandbox_snapshots_'],
  open: ['open_'],
} as const satisfies Record<string, readonly string[]>

export type ToolGroup = keyof typeof startsByGroup
export const toolGroups = Object.keys(startsByGroup) as ToolGroup[]

/** Clients take about 40 tools. These have what an application is tried out with from nothing. */
export const defaultToolGroups: readonly ToolGroup[] = [
  'demo',
  'people',
  'apps',
  'drops',
  'sinks',
  'inspector',
  'clock',
  'lab',
]

/** The group of a tool. Throws for a tool that belongs to none. */
export function groupOf(tool: string): ToolGroup {
  const group = toolGroups.find((each) => startsByGroup[each].some((start) => tool.startsWith(start)))
  if (group === undefined) throw new Error(`The tool ${tool} belongs to no group.`)
  return group
}
