import { settingsPage } from '@onair/server/config/config.ts'
import { defineCommand } from '../../command.ts'
import { print } from '../../print.ts'

/** Prints docs/operate/settings.md. */
export const printSettingsPage = defineCommand({
  name: 'config',
  summary: 'Print the documentation of all settings, as Markdown',
  positionals: {},
  options: {},
  async run() {
    print(settingsPage().trimEnd())
  },
})
