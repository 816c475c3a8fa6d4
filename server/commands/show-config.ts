import { settingsPage } from '../config.ts'
import { command } from './command.ts'

/** Prints the page of all settings. */
export const showConfig = command({
  words: 'config',
  does: 'Print the page of all settings',
  takes: {},
  options: { docs: { says: 'as Markdown, the only way there is' } },
  async run() {
    process.stdout.write(settingsPage())
  },
})
