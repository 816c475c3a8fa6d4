import { settingsPage } from '../config.ts'
import { optionsOf, UsageFault } from './command.ts'

export async function showConfig(args: string[]): Promise<void> {
  const { docs } = optionsOf(args, { docs: { type: 'boolean' } })
  if (!docs) throw new UsageFault('config needs --docs.')
  process.stdout.write(settingsPage())
}
