import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { deleteDriverVariables } from '@onair/server/infra/db/driver-variables.ts'

// Node runs this file without a build step: decision 1.
// Compiled modules are kept for the next start, which takes half as long. NODE_COMPILE_CACHE names another directory.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)))
// Programs that a command starts, such as a bot to certify, get them.
const env = { ...process.env }
deleteDriverVariables(process.env)
// With NODE_USE_ENV_PROXY, Node would ask the proxy of the environment for this machine too.
const { no_proxy: noProxy = env['NO_PROXY'] ?? '' } = env
process.env['no_proxy'] = `${noProxy},localhost,127.0.0.1,[::1]`
const { exitWithStack, runCommand } = await import('./run-command.ts')
const { ignoreClosedOutput } = await import('./print.ts')

// Node would print the text of others in the error as it is, with its terminal escapes.
process.on('uncaughtException', exitWithStack)
ignoreClosedOutput()

process.exitCode = await runCommand(process.argv.slice(2), env)
