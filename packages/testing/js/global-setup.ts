import './require-node.ts'
import { keepHost } from './world-host.ts'

/**
 * Starts the server of the worlds before the first test, and keeps it until the test runner ends: the `globalSetup` of
 * Vitest and Jest, and `node --test --test-global-setup`.
 */
export async function globalSetup(): Promise<void> {
  await keepHost()
}

export default globalSetup
