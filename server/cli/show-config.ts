import { settingsPage } from '../config.ts'
import { defineCommand } from './command.ts'
import { print } from './print.ts'

/** Prints docs/operate/settings.md. */
export const showConfig = defineCommand({
  name: 'config',
  summary: 'Print all settings',
  positionals: {},
  options: { docs: { description: 'as Markdown (the only format)' } },
  async run() {
    print(settingsPage().trimEnd())
  },
})
