import { sandboxPeople } from '@onair/contract'
import { command } from './command.ts'
import { openSandbox, ofSandbox } from './sandbox.ts'
import { say, table } from './say.ts'

/** Who is in the sandbox; the demo people say what they are. */
export const listPeople = command({
  words: 'people',
  does: 'List the people of the sandbox, who came last first',
  takes: {},
  options: { name: { value: '<text>', says: 'only whose name holds this, or whose id it is' }, ...ofSandbox },
  async run({ name, json, ...where }, env) {
    const { call, overview } = await openSandbox(where, env)
    const { data } = await call(sandboxPeople.listPeople, { query: { ...(name !== undefined && { name }) } })
    const demo = new Map(overview.demo.people.map((one) => [one.channelId, one]))
    const people = data.map((person) => ({ ...person, is: demo.get(person.channelId)?.is ?? null }))
    if (json) for (const person of people) say(JSON.stringify(person))
    else if (people.length > 0)
      say(table(people.map(({ channelId, is, channelName }) => [channelId, is ?? '', channelName])))
    else say('Nobody is there.')
  },
})
