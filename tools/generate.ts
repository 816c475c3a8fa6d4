import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { consoleGroups } from '@onair/contract/console-groups'
import { openGroups, sandboxGroups } from '@onair/contract/groups'
import { errorEnvelopeWithReason, interlock, webhooks } from '@onair/contract'
import { asyncapi } from './asyncapi.ts'
import { grafanaDashboard } from './dashboard/grafana.ts'
import { openapi } from './openapi.ts'
import { reference } from './reference.ts'
import { exampleFile, type ResponseExamples } from '@onair/contract/reference/response-examples'

// Writes docs/api from the contract, and the dashboard of deploy/: npm run generate.
// `npm run generate -- console` also prints the API of Onair's own pages.

const folder = new URL('../docs/api/', import.meta.url)
const { version } = JSON.parse(readFileSync(new URL('../packages/contract/package.json', import.meta.url), 'utf8')) as {
  version: string
}

const write = (name: string, text: string) => writeFileSync(new URL(name, folder), text)
const document = (
  groups: Parameters<typeof openapi>[0],
  title: string,
  description: string,
  parts: Parameters<typeof openapi>[2],
) => `${JSON.stringify(openapi(groups, { title, description, version }, parts), null, 2)}\n`

const examples = JSON.parse(readFileSync(exampleFile, 'utf8')) as ResponseExamples
const examplesWith = (prefix: string) => (group: string, name: string) =>
  examples[`${prefix}${group.toLowerCase()}.${name}`]
const [openExample, sandboxExample] = [examplesWith(''), examplesWith('sandbox.')]
const withReason = { errorSchema: errorEnvelopeWithReason }
mkdirSync(folder, { recursive: true })
write(
  'openapi.json',
  document(openGroups, 'Onair Open API', 'The open API of a live-streaming platform.', {
    pages: [interlock],
    webhooks,
    exampleOf: openExample,
  }),
)
write('asyncapi.json', `${JSON.stringify(asyncapi({ title: 'Onair sessions and notifications', version }), null, 2)}\n`)
write(
  'sandbox.json',
  document(sandboxGroups, 'Onair Sandbox API', 'Creates people and events in sandbox mode.', {
    ...withReason,
    exampleOf: sandboxExample,
  }),
)
write(
  'reference.md',
  reference(
    'Open API',
    'Every response has an envelope: `{"code":200,"message":null,"content":…}`, or `{"code":…,"message":…}` with the same HTTP status. Generated from the contract by `npm run generate`. The examples work from top to bottom after `npm start`, `npm run echo-bot` (which connects the session that `SESSION_KEY` names) and, in the shell, `eval "$(npx onair env --samples)"`, which sets the variables.',
    openGroups,
    webhooks,
    openExample,
  ),
)
write(
  'sandbox.md',
  reference(
    'Sandbox API',
    'Available in sandbox mode only; in production every path is 404. It runs the same code as production. `eval "$(npx onair env --samples)"` sets the variables of the examples. No endpoint needs credentials, except in a public sandbox (`ONAIR_SANDBOX_PUBLIC=true`), where calls need `Authorization: Bearer <secret>` with the secret that the server prints at start. A 400 names the invalid field, and every error has its reason as code and parameters: `"reason":{"code":"NO_SUCH_CHANNEL","params":{},"field":"channelId"}`.',
    sandboxGroups,
    {},
    sandboxExample,
  ),
)

const deploy = new URL('../deploy/', import.meta.url)
writeFileSync(new URL('grafana-dashboard.json', deploy), `${JSON.stringify(grafanaDashboard(), null, 2)}\n`)

const aboutConsole =
  'The API of Onair’s own pages for the signed-in person, by the cookie `onair-session` (`__Host-onair-session` over https), on the origin of the pages (`ONAIR_AUTH_URL`). It may change with the pages. Requests from pages of other origins are refused, and so are changes without `Content-Type: application/json`.'
if (process.argv[2] === 'console')
  process.stdout.write(document(consoleGroups, 'Onair Console API', aboutConsole, withReason))
