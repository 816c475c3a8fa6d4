import { Type } from '../type.ts'
import { sandboxEndpoint } from '../endpoint.ts'
import { platformUrls, snapshotName } from '../resources.ts'

const worldId = Type.String({ pattern: '^[0-9a-f]{16}$', description: 'The id of the world' })

const world = {
  worldId,
  ...platformUrls,
  createdDate: Type.String({ description: 'When the world was forked, RFC 3339 in UTC' }),
}

export const createWorld = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/worlds',
  summary:
    'Fork this sandbox as it is now: a world with a database, clock, sockets, worker and port of its own, in the same process. Ids, credentials and secrets are those of the original; from then on neither sees the other',
  body: Type.Object({
    from: Type.Optional(
      Type.String({ ...worldId, description: 'Fork this world instead, which was forked from this sandbox' }),
    ),
    snapshot: Type.Optional(Type.String({ ...snapshotName, description: 'Open this snapshot instead' })),
  }),
  errors: {
    badInput: 'also when as many worlds are open as ONAIR_WORLDS_MAX allows',
    notFound: 'no such world or snapshot, or this sandbox cannot be copied',
  },
  copiesData: true,
  content: Type.Object(world),
})

export const listWorlds = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/worlds',
  summary: 'List the worlds that were forked from this sandbox, oldest first',
  content: Type.Object({ data: Type.Array(Type.Object(world)) }),
})

export const deleteWorld = sandboxEndpoint({
  method: 'DELETE',
  path: '/sandbox/v1/worlds/{worldId}',
  summary: 'Delete a world that was forked from this sandbox, and the worlds that were forked from it',
  pathParams: Type.Object({ worldId }),
  errors: { notFound: 'no such world' },
  content: Type.Null(),
})
