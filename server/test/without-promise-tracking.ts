import asyncHooks from 'node:async_hooks'
import { inspect } from 'node:util'

// Loaded before the test files. The test runner follows every promise with an async hook, in order to name the test
// whose code threw outside of it. That takes 40 % of the processor time of a test that makes many requests. Without the
// hook such an error fails the file, and is printed with its stack here.

const { createHook } = asyncHooks
asyncHooks.createHook = (callbacks) => {
  const hook = createHook(callbacks)
  if (new Error().stack?.includes('node:internal/test_runner')) hook.enable = () => hook
  return hook
}

for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    process.stderr.write(`${inspect(error)}\n`)
    process.exitCode = 1
  })
