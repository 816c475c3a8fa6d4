import asyncHooks from 'node:async_hooks'

/*
 * Runs before the test runner of Node, whose hook is called for every promise: up to a fifth of the processor time. The hook
 * finds the test of an error that is thrown outside of all tests. Without it, such an error still fails the run.
 */
const { createHook } = asyncHooks
asyncHooks.createHook = () => {
  asyncHooks.createHook = createHook
  return createHook({})
}
