import { settingsPage } from '../config.ts'
import { defineCommand } from './command.ts'

/** Prints the page of all settings. */
export const showConfig = defineCommand({
  name: 'config',
  summary: 'Print the page of all settings',
  positionals: {},
  options: { docs: { description: 'as Markdown, the only way there is' } },
  async run() {
    process.stdout.write(settingsPage())
  },
})
