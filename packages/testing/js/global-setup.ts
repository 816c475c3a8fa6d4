import './require-node.ts'
import { keepHost } from './world-host.ts'

// Starts the server of the worlds before the first test, and keeps it until the test runner ends.

/** Called by Vitest and Jest as their `globalSetup`. */
export default async function setup(): Promise<void> {
  await keepHost()
}

/** Called by `node --test --test-global-setup`. */
export async function globalSetup(): Promise<void> {
  await keepHost()
}
