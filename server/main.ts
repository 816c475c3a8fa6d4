import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Compiled modules are kept for the next start, which takes half as long. NODE_COMPILE_CACHE names another directory.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
const { runCommand } = await import('./cli/run-command.ts')

process.exitCode = await runCommand(process.argv.slice(2), process.env)
