import { approveOrganization as approve } from '../features/apps/organizations.ts'
import { readConfig } from '../config.ts'
import { openWorldBeside } from '../open-world.ts'
import { offsetClock } from '../world/clock.ts'
import { silentLog } from '../world/log.ts'
import { optionsOf, UsageFault, type Env } from './command.ts'

/** Approves a company whose applications may have the drops scope, also while the platform runs. */
export async function approveOrganization([organizationId, ...args]: string[], env: Env): Promise<void> {
  const options = optionsOf(args, {
    name: { type: 'string' },
    'channel-id': { type: 'string' },
    'data-dir': { type: 'string' },
  })
  if (organizationId === undefined || organizationId.startsWith('-') || options.name === undefined)
    throw new UsageFault('organization approve needs an organization id and --name.')
  const dataDir = options['data-dir']
  const config = readConfig({ ...env, ...(dataDir !== undefined && { DATA_DIR: dataDir }) })
  await using world = await openWorldBeside({ config, clock: offsetClock(), log: silentLog })
  await approve({ organizationId, name: options.name, channelId: options['channel-id'] }, world)
  process.stdout.write(`The organization ${organizationId} is approved.\n`)
}
