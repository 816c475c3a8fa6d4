import { pluralize } from './plural.ts'

export const sandbox = {
  realTime: 'Real time',
  noFaults: 'No faults are injected.',
  setFaults: 'Set faults',
  rules: (count: number) => pluralize(count, 'rule'),
  injected: (count: number) => (count === 0 ? 'Nothing injected yet' : `${pluralize(count, 'fault')} injected`),
  snapshots: {
    title: 'Snapshots',
    name: 'Name of a new snapshot',
    nameHint: 'Letters, digits, - and _ only.',
    save: 'Save',
    restore: 'Restore…',
    restoreName: (name: string) => `Restore ${name}`,
    about: (name: string) =>
      `All data of this sandbox is replaced by “${name}”, its clock included. All sessions are disconnected.`,
    confirm: 'Replace everything',
  },
  worlds: {
    title: 'Copies (worlds)',
    about: 'Try something in a copy of this sandbox, which has its own data, clock and address.',
    fork: 'Make a copy',
    delete: 'Delete',
    deleteWorld: (url: string) => `Delete the copy ${url}`,
  },
}
