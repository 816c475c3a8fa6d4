import { readFile, writeFile } from 'node:fs/promises'
import { sandboxApi } from '@onair/contract'
import { CommandError, defineCommand } from '../../command.ts'
import { print, table } from '../../print.ts'
import { openSandbox, sandboxOptions } from './sandbox.ts'

const { snapshots } = sandboxApi
const name = { placeholder: '<name>', isRequired: true } as const

export const saveSnapshot = defineCommand({
  name: 'snapshot save',
  summary: 'Save all data of the sandbox under a name',
  positionals: { name },
  options: sandboxOptions,
  async run({ name, json, ...target }, env) {
    const { call } = await openSandbox(target, env)
    const snapshot = await call(snapshots.saveSnapshot, { body: { snapshotName: name } })
    print(json ? JSON.stringify(snapshot) : `Snapshot ${name} is saved.`)
  },
})

export const restoreSnapshot = defineCommand({
  name: 'snapshot restore',
  summary: 'Replace all data of the sandbox by a snapshot',
  positionals: { name },
  options: sandboxOptions,
  async run({ name, json, ...target }, env) {
    const { call } = await openSandbox(target, env)
    await call(snapshots.restoreSnapshot, { pathParams: { snapshotName: name } })
    print(json ? JSON.stringify({ name }) : `Snapshot ${name} is restored. All sessions were disconnected.`)
  },
})

export const listSnapshots = defineCommand({
  name: 'snapshot list',
  summary: 'List the snapshots',
  positionals: {},
  options: sandboxOptions,
  async run({ json, ...target }, env) {
    const { call } = await openSandbox(target, env)
    const { data } = await call(snapshots.listSnapshots)
    if (json) return data.forEach((snapshot) => print(JSON.stringify(snapshot)))
    if (data.length === 0) return print('There is no snapshot.')
    print(table(data.map(({ name, createdDate, bytes }) => [name, createdDate, `${Math.ceil(bytes / 1_000)} kB`])))
  },
})

export const deleteSnapshot = defineCommand({
  name: 'snapshot delete',
  summary: 'Delete a snapshot',
  positionals: { name },
  options: sandboxOptions,
  async run({ name, json, ...target }, env) {
    const { call } = await openSandbox(target, env)
    await call(snapshots.deleteSnapshot, { pathParams: { snapshotName: name } })
    print(json ? JSON.stringify({ name }) : `Snapshot ${name} is deleted.`)
  },
})

export const exportSnapshot = defineCommand({
  name: 'snapshot export',
  summary: 'Write a snapshot, with all secrets of the sandbox, to a file',
  positionals: { name, file: { placeholder: '<file>', description: 'default: <name>.onair' } },
  options: sandboxOptions,
  async run({ name, file = `${name}.onair`, json, ...target }, env) {
    const { call } = await openSandbox(target, env)
    const exported = await call(snapshots.exportSnapshot, { pathParams: { snapshotName: name } })
    await writeFile(file, Buffer.from(exported.file, 'base64'), { mode: 0o600 }).catch((error: Error) => {
      throw new CommandError(`Cannot write ${file}: ${error.message}.`)
    })
    print(json ? JSON.stringify({ name, file }) : `Snapshot ${name} is in ${file}. It contains secrets of the sandbox.`)
  },
})

export const importSnapshot = defineCommand({
  name: 'snapshot import',
  summary: 'Store an exported snapshot under a name',
  positionals: { name, file: { placeholder: '<file>', isRequired: true } },
  options: sandboxOptions,
  async run({ name, file, json, ...target }, env) {
    const bytes = await readFile(file).catch((error: Error) => {
      throw new CommandError(`Cannot read ${file}: ${error.message}.`)
    })
    const { call } = await openSandbox(target, env)
    const snapshot = await call(snapshots.importSnapshot, {
      pathParams: { snapshotName: name },
      body: { file: bytes.toString('base64') },
    })
    print(json ? JSON.stringify(snapshot) : `Snapshot ${name} is stored.`)
  },
})
