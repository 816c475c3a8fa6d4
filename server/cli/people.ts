import { sandboxApi } from '@onair/contract'
import { defineCommand } from './command.ts'
import { openSandbox, sandboxOptions } from './sandbox.ts'
import { print, table } from './print.ts'

/** Who is in the sandbox; the demo people say what they are. */
export const listPeople = defineCommand({
  name: 'people',
  summary: 'List the people of the sandbox, who came last first',
  positionals: {},
  options: {
    name: { placeholder: '<text>', description: 'only whose name holds this, or whose id it is' },
    ...sandboxOptions,
  },
  async run({ name, json, ...target }, env) {
    const { call, overview } = await openSandbox(target, env)
    const { data } = await call(sandboxApi.people.listPeople, { query: { ...(name !== undefined && { name }) } })
    const demoPeople = new Map(overview.demo.people.map((one) => [one.channelId, one]))
    const people = data.map((person) => ({ ...person, is: demoPeople.get(person.channelId)?.is ?? null }))
    if (json) for (const person of people) print(JSON.stringify(person))
    else if (people.length > 0)
      print(table(people.map(({ channelId, is, channelName }) => [channelId, is ?? '', channelName])))
    else print('Nobody is there.')
  },
})
