import { sandboxApi } from '@onair/contract'
import { defineCommand } from '../../command.ts'
import { print, table } from '../../print.ts'
import { openSandbox, sandboxOptions } from './sandbox.ts'

export const forkWorld = defineCommand({
  name: 'world fork',
  summary: 'Fork the sandbox as it is now into a world with an address of its own',
  positionals: {},
  options: {
    from: { placeholder: '<world id>', description: 'fork this world instead, which was forked from the sandbox' },
    snapshot: { placeholder: '<name>', description: 'open this snapshot instead' },
    ...sandboxOptions,
  },
  async run({ from, snapshot, json, ...target }, env) {
    const { call } = await openSandbox(target, env)
    const body = { ...(from !== undefined && { from }), ...(snapshot !== undefined && { snapshot }) }
    const world = await call(sandboxApi.worlds.createWorld, { body })
    print(json ? JSON.stringify(world) : `World ${world.worldId} is at ${world.baseUrl}`)
  },
})

export const listWorlds = defineCommand({
  name: 'world list',
  summary: 'List the worlds that were forked from the sandbox',
  positionals: {},
  options: sandboxOptions,
  async run({ json, ...target }, env) {
    const { call } = await openSandbox(target, env)
    const { data } = await call(sandboxApi.worlds.listWorlds)
    if (json) return data.forEach((world) => print(JSON.stringify(world)))
    if (data.length === 0) return print('No world is open.')
    print(table(data.map(({ worldId, baseUrl, createdDate }) => [worldId, baseUrl, createdDate])))
  },
})

export const deleteWorlds = defineCommand({
  name: 'world delete',
  summary: 'Delete worlds',
  positionals: { worldIds: { placeholder: '<world id>', isRepeatable: true, isRequired: true } },
  options: sandboxOptions,
  async run({ worldIds, json, ...target }, env) {
    const { call } = await openSandbox(target, env)
    for (const worldId of worldIds) {
      await call(sandboxApi.worlds.deleteWorld, { pathParams: { worldId } })
      print(json ? JSON.stringify({ worldId }) : `World ${worldId} is deleted.`)
    }
  },
})
