import { consoleApi, ingest, openApi, sandboxApi, type Endpoint } from '@onair/contract'

const names = new Map<Endpoint, string>()
const add = (prefix: string, group: object) => {
  for (const [name, endpoint] of Object.entries(group)) names.set(endpoint as Endpoint, `${prefix}.${name}`)
}
for (const [group, endpoints] of Object.entries(openApi)) add(group, endpoints)
for (const [group, endpoints] of Object.entries(consoleApi)) add(`console.${group}`, endpoints)
for (const [group, endpoints] of Object.entries(sandboxApi)) add(`sandbox.${group}`, endpoints)
add('ingest', ingest)

/** The name of an endpoint, such as `chat.sendMessage`; `other` for pages, files and unknown paths. */
export function operationOf(endpoint: Endpoint | undefined): string {
  return (endpoint && names.get(endpoint)) ?? 'other'
}
