import { consoleApi, ingest, openApi, sandboxApi, type Endpoint } from '@onair/contract'

const names = new Map<Endpoint, string>()
const add = (prefix: string, group: object) => {
  for (const [name, endpoint] of Object.entries(group)) names.set(endpoint as Endpoint, `${prefix}.${name}`)
}
for (const [group, endpoints] of Object.entries(openApi)) add(group, endpoints)
for (const [group, endpoints] of Object.entries(consoleApi)) add(`console.${group}`, endpoints)
for (const [group, endpoints] of Object.entries(sandboxApi)) add(`sandbox.${group}`, endpoints)
add('ingest', ingest)

/**
 * The name of a matched route: of an endpoint, such as `chat.sendMessage`, or the method and path of a page, such as
 * `POST /sign-in`. Files are `files`, and unknown paths `other`.
 */
export function operationOf({ endpoint, method, url }: Route): string {
  const name = endpoint && names.get(endpoint)
  if (name !== undefined) return name
  if (url === undefined) return 'other'
  if (/^\/(console\/)?assets\//.test(url)) return 'files'
  return `${method === 'HEAD' ? 'GET' : method} ${url}`
}

/** `url` is the path as it was registered; undefined for a path that is not. */
type Route = { endpoint: Endpoint | undefined; method: string; url: string | undefined }
