import { Type } from '../type.ts'
import { sandboxEndpoint } from '../endpoint.ts'
import { snapshotName } from '../resources.ts'

const pathParams = Type.Object({ snapshotName })

const snapshot = Type.Object({
  name: Type.String({ description: 'The name of the snapshot' }),
  createdDate: Type.String({ description: 'When it was saved, RFC 3339 in UTC, by the clock of the machine' }),
  now: Type.String({ description: 'The time of the platform in the snapshot' }),
  bytes: Type.Integer({ description: 'Size of the file' }),
})

const notFound = 'no such snapshot'

export const saveSnapshot = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/snapshots',
  summary: 'Save all data of this sandbox under a name; a snapshot with this name is replaced',
  body: Type.Object({ snapshotName }),
  errors: {
    badInput: 'also when there are 100 snapshots, or the data is larger than 512 MB',
    notFound: 'this sandbox cannot be copied',
  },
  copiesData: true,
  content: snapshot,
})

export const listSnapshots = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/snapshots',
  summary: 'List the snapshots by name',
  content: Type.Object({ data: Type.Array(snapshot) }),
})

export const restoreSnapshot = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/snapshots/{snapshotName}/restore',
  summary:
    'Replace all data of this sandbox by a snapshot. All sessions are disconnected, and the clock continues at the time of the snapshot',
  pathParams,
  errors: { badInput: 'the snapshot is damaged or of another version', notFound },
  copiesData: true,
  content: Type.Null(),
})

export const deleteSnapshot = sandboxEndpoint({
  method: 'DELETE',
  path: '/sandbox/v1/snapshots/{snapshotName}',
  summary: 'Delete a snapshot',
  pathParams,
  errors: { notFound },
  content: Type.Null(),
})

export const exportSnapshot = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/snapshots/{snapshotName}/file',
  summary:
    'Export a snapshot as a file, which another installation of the same version imports. It contains every secret of the sandbox and the key that seals them',
  pathParams,
  errors: { notFound },
  isSecret: true,
  copiesData: true,
  content: Type.Object({ file: Type.String({ description: 'The file in base64' }) }),
})

export const importSnapshot = sandboxEndpoint({
  method: 'PUT',
  path: '/sandbox/v1/snapshots/{snapshotName}/file',
  summary: 'Import the file of an exported snapshot under a name; a snapshot with this name is replaced',
  pathParams,
  body: Type.Object({ file: Type.String({ description: 'The file in base64' }) }),
  maxBodyMb: 100,
  errors: { badInput: 'the file is no snapshot, is damaged or of another version' },
  copiesData: true,
  content: snapshot,
})
