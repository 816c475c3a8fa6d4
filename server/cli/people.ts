import { sandboxApi } from '@onair/contract'
import { defineCommand } from './command.ts'
import { openSandbox, sandboxOptions } from './sandbox.ts'
import { print, table } from './print.ts'

/** Lists the people of the sandbox. Demo people have a role. */
export const listPeople = defineCommand({
  name: 'people',
  summary: 'List the people of the sandbox, newest first',
  positionals: {},
  options: {
    name: { placeholder: '<text>', description: 'only people whose name contains this text or who have this id' },
    ...sandboxOptions,
  },
  async run({ name, json, ...target }, env) {
    const { call, overview } = await openSandbox(target, env)
    const { data } = await call(sandboxApi.people.listPeople, { query: { ...(name !== undefined && { name }) } })
    const demoPeople = new Map(overview.demo.people.map((person) => [person.channelId, person]))
    const people = data.map((person) => ({ ...person, role: demoPeople.get(person.channelId)?.role ?? null }))
    if (json) for (const person of people) print(JSON.stringify(person))
    else if (people.length > 0)
      print(table(people.map(({ channelId, role, channelName }) => [channelId, role ?? '', channelName])))
    else print('No person matches.')
  },
})
