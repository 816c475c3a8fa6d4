import { sandboxApi } from '@onair/contract'
import { defineCommand } from '../../command.ts'
import { openSandbox, sandboxOptions } from './sandbox.ts'
import { print, printToStderr, table } from '../../print.ts'

/** Lists the people of the sandbox. Demo people have a role. */
export const listPeople = defineCommand({
  name: 'people',
  summary: 'List the people of the sandbox, newest first',
  positionals: {},
  options: {
    name: { placeholder: '<text>', description: 'only people whose name contains this text or who have this id' },
    next: { placeholder: '<next>', description: 'cursor of the next page' },
    ...sandboxOptions,
  },
  async run({ name, next, json, ...target }, env) {
    const { call, overview } = await openSandbox(target, env)
    const { data, page } = await call(sandboxApi.people.listPeople, {
      query: { ...(name !== undefined && { name }), ...(next !== undefined && { next }) },
    })
    const demoPeople = new Map(overview.demo.people.map((person) => [person.channelId, person]))
    const people = data.map((person) => ({ ...person, role: demoPeople.get(person.channelId)?.is ?? null }))
    if (json) for (const person of people) print(JSON.stringify(person))
    else if (people.length > 0)
      print(table(people.map(({ channelId, role, channelName }) => [channelId, role ?? '', channelName])))
    else print('No person matches.')
    if (page.next !== null) (json ? printToStderr : print)(`Next page: --next ${page.next}`)
  },
})
