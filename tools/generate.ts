import type { TObject } from 'typebox'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { consoleGroups, openGroups, sandboxGroups } from '../contract/groups.ts'
import { errorEnvelopeWithReason } from '../contract/errors.ts'
import { interlock } from '../contract/interlock.ts'
import { webhooks } from '../contract/webhooks.ts'
import { asyncapi } from './asyncapi.ts'
import { openapi } from './openapi.ts'
import { reference } from './reference.ts'

// Writes docs/api from the contract: npm run generate.

const folder = new URL('../docs/api/', import.meta.url)
const { version } = JSON.parse(readFileSync(new URL('../contract/package.json', import.meta.url), 'utf8')) as {
  version: string
}

const write = (name: string, text: string) => writeFileSync(new URL(name, folder), text)
const document = (
  groups: Parameters<typeof openapi>[0],
  title: string,
  description: string,
  {
    pages,
    sent: webhookDefinitions,
    failure: errorSchema,
  }: { pages?: [typeof interlock]; sent?: typeof webhooks; failure?: TObject } = {},
) =>
  `${JSON.stringify(openapi(groups, { title, description, version }, pages, webhookDefinitions, errorSchema), null, 2)}\n`

const withReason = { failure: errorEnvelopeWithReason }
mkdirSync(folder, { recursive: true })
write(
  'openapi.json',
  document(openGroups, 'Onair Open API', 'The open interface of a live-streaming platform.', {
    pages: [interlock],
    sent: webhooks,
  }),
)
write('asyncapi.json', `${JSON.stringify(asyncapi({ title: 'Onair sessions and notifications', version }), null, 2)}\n`)
write('console.json', document(consoleGroups, 'Onair Console API', 'What our own pages ask.', withReason))
write('sandbox.json', document(sandboxGroups, 'Onair Sandbox API', 'Plays the world in sandbox mode.', withReason))
write(
  'reference.md',
  reference(
    'Open API',
    'Every answer stands in an envelope: `{"code":200,"message":null,"content":…}`, or `{"code":…,"message":…}` with the same HTTP status. Written from the contract by `npm run generate`; the calls work as they stand, from top to bottom, after `npm start`, `npm run echo-bot` (which connects the session that `SESSION_KEY` names) and, in the shell, `eval "$(npm run onair -- env)"`, which sets the variables.',
    openGroups,
    webhooks,
  ),
)
write(
  'console.md',
  reference(
    'Console API',
    'What our own pages ask for the person who is signed in, by the cookie `onair-session` (`__Host-onair-session` over https), at the address of the pages (`AUTH_URL`). It may change with the pages. Requests that a page of another origin sends are refused, and so are changes without `Content-Type: application/json`. A refusal says why, in words and, for pages that have words of their own, by name: `"why":{"reason":"LONGER","values":{"most":100},"field":"name"}`.',
    consoleGroups,
  ),
)
write(
  'sandbox.md',
  reference(
    'Sandbox API',
    'Answered in sandbox mode alone; in production every path here is 404. What is done here is done by the same code as in earnest. A 400 names the field that is wrong, and every refusal says why by name: `"why":{"reason":"NO_SUCH_CHANNEL","values":{},"field":"channelId"}`.',
    sandboxGroups,
  ),
)
