import { accountDescription, accountPlaceholder, dataDirOption, openData, resolveAccount } from '../data/open-data.ts'
import { defineCommand, UsageError } from '../../command.ts'
import { print } from '../../print.ts'

export const transferApp = defineCommand({
  name: 'app transfer',
  summary: 'Transfer an application to another person or team; its credentials and users stay',
  positionals: { clientId: { placeholder: '<client id>', isRequired: true } },
  options: {
    to: { placeholder: accountPlaceholder, description: `the person: ${accountDescription}` },
    'to-team': { placeholder: '<team id>', description: 'the team, by the id in its address' },
    ...dataDirOption,
    json: { description: 'print JSON' },
  },
  async run({ clientId, to, 'to-team': teamId, json, ...location }, env) {
    if ((to === undefined) === (teamId === undefined)) throw new UsageError('app transfer takes --to or --to-team.')
    if (teamId !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(teamId))
      throw new UsageError('--to-team is the id of a team.')
    await using deps = await openData(location, env)
    const owner = teamId === undefined ? { channelId: await resolveAccount(to ?? '', deps) } : { teamId }
    const { transferSiteApp } = await import('@onair/server/features/apps/transfer-app.ts')
    await transferSiteApp({ clientId, owner }, deps)
    if (json) return print(JSON.stringify({ clientId, ...owner }))
    print(`Application ${clientId} belongs to ${'teamId' in owner ? `team ${owner.teamId}` : owner.channelId}.`)
  },
})
