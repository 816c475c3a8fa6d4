import type { Static, TObject, TOptional } from 'typebox'
import { Type } from './type.ts'

/** The settings of a site that its operators change while it runs, in the operator's area. */
export const siteSettings = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 40,
    pattern: '^[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
    description: 'The name of the site, on its pages and in its mails',
  }),
})
export type SiteSettings = Static<typeof siteSettings>

/** Some of the settings. */
export const siteSettingsChange = {
  type: 'object',
  properties: siteSettings.properties,
} as unknown as TObject<{ [Name in keyof SiteSettings]: TOptional<(typeof siteSettings)['properties'][Name]> }>

export const defaultSiteSettings: SiteSettings = {
  name: 'Onair',
}
