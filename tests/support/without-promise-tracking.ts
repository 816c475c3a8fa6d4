import asyncHooks, { type AsyncResourceOptions } from 'node:async_hooks'
import { inspect } from 'node:util'

// Loaded before the test files. The test runner follows every promise with an async hook, in order to name the test
// whose code threw outside of it. That takes 40 % of the processor time of a test that makes many requests. Here it
// follows only the tests themselves, so that tests and hooks belong to their `describe`. An error outside of every test
// fails the file, and is printed with its stack.

type Init = (asyncId: number, type: string, triggerAsyncId: number, resource: object) => void

const { createHook, AsyncResource } = asyncHooks
let registerTest: Init | undefined

asyncHooks.createHook = (callbacks) => {
  const hook = createHook(callbacks)
  if (new Error().stack?.includes('node:internal/test_runner')) {
    registerTest = (...args) => callbacks.init?.(...args)
    hook.enable = () => hook
  }
  return hook
}

/** The tests of the runner extend this class. */
asyncHooks.AsyncResource = class extends AsyncResource {
  constructor(type: string, options?: number | AsyncResourceOptions) {
    super(type, options)
    registerTest?.(this.asyncId(), type, this.triggerAsyncId(), this)
  }
}

for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    process.stderr.write(`${inspect(error)}\n`)
    process.exitCode = 1
  })
