import { readFile } from 'node:fs/promises'
import { siteDocumentKinds, siteSettings, wordLists } from '@onair/contract'
import type { Site } from '@onair/server/features/site/site.ts'
import { CommandError, UsageError } from '../../command.ts'
import { adminCommand, fieldsText } from '../data/admin-command.ts'

/** The lists of words have commands of their own. */
const names = (Object.keys(siteSettings.properties) as (keyof typeof siteSettings.properties)[]).filter(
  (name) => !(wordLists as readonly string[]).includes(name),
)
const file = { placeholder: '<file>', isRequired: true } as const

export const showSettings = adminCommand({
  name: 'site show',
  summary: 'Show the settings, the words and the documents of the site',
  endpoint: 'getSiteSettings',
  async run(_input, deps) {
    const { getSiteSettings } = await import('@onair/server/features/site/get-site-settings.ts')
    await using site = await openSite(deps)
    return getSiteSettings({ ...deps, site })
  },
  text: ({ settings, documents, logoUrl }) =>
    fieldsText({
      ...settings,
      logoUrl,
      ...Object.fromEntries(documents.map(({ kind, version }) => [kind, `version ${version}`])),
    }),
})

export const setSetting = adminCommand({
  name: 'site set',
  summary: 'Change a setting of the site; a list takes several values, and none empties it',
  endpoint: 'updateSiteSettings',
  positionals: {
    name: { placeholder: '<name>', description: 'as onair site show prints it', choices: names, isRequired: true },
    values: { placeholder: '<value>', isRepeatable: true },
  },
  input: ({ name, values }) => ({ body: { [name]: valueOf(name as (typeof names)[number], values) } }),
  async run({ body }, deps) {
    await using site = await openSite(deps)
    await site.change(body)
    return null
  },
  text: (_content, { body }) => fieldsText(body),
})

/** The value of a setting as its schema in the contract has it. */
function valueOf(name: (typeof names)[number], values: readonly string[]): unknown {
  const schema = siteSettings.properties[name] as { type?: string }
  if (schema.type === 'array') return values
  const [value, ...more] = values
  if (value === undefined || more.length > 0) throw new UsageError(`${name} has one value. Quote a text with spaces.`)
  if (schema.type !== 'boolean') return value
  return value === 'true' ? true : value === 'false' ? false : value
}

export const setLogo = adminCommand({
  name: 'site logo',
  summary: 'Change the logo of the site to a PNG or JPEG file; without a file, remove it',
  endpoint: 'putSiteLogo',
  positionals: { file: { placeholder: '<file>' } },
  input: async ({ file }) => ({
    body: { picture: file === undefined ? null : (await readInput(file)).toString('base64') },
  }),
  async run({ body: { picture } }, deps) {
    await using site = await openSite(deps)
    await site.changeLogo(picture)
    return null
  },
  text: (_content, { body: { picture } }) => `The site has ${picture === null ? 'no logo of its own' : 'a new logo'}.`,
})

export const publishDocument = adminCommand({
  name: 'site publish',
  summary: 'Publish a new version of the terms or the privacy policy; an empty file withdraws it',
  endpoint: 'publishSiteDocument',
  positionals: { kind: { placeholder: '<kind>', choices: siteDocumentKinds, isRequired: true }, file },
  options: { 'must-accept': { description: 'people must accept it before they go on' } },
  input: async ({ kind, file, 'must-accept': mustBeAccepted }) => ({
    body: { kind, text: (await readInput(file)).toString(), mustBeAccepted },
  }),
  async run({ body }, deps) {
    await using site = await openSite(deps)
    return { version: await site.publish(body) }
  },
  text: ({ version }, { body: { kind } }) => `Version ${version} of ${kind} is published.`,
})

export async function openSite(deps: ConstructorParameters<typeof Site>[0]) {
  const site = await import('@onair/server/features/site/site.ts')
  return new site.Site(deps)
}

function readInput(file: string): Promise<Buffer> {
  return readFile(file).catch((error: Error) => {
    throw new CommandError(`Cannot read ${file}: ${error.message}`)
  })
}
