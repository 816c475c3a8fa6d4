import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Node runs this file without a build step: decision 2.
// Compiled modules are kept for the next start, which takes half as long. NODE_COMPILE_CACHE names another directory.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)))
const { exitWithStack, runCommand } = await import('./run-command.ts')

// Node would print the text of others in the error as it is, with its terminal escapes.
process.on('uncaughtException', exitWithStack)

process.exitCode = await runCommand(process.argv.slice(2), process.env)
