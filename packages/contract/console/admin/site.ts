import { Type } from '../../type.ts'
import { adminEndpoint } from '../../endpoint.ts'
import { siteSettings, siteSettingsChange } from '../../site-settings.ts'

export const getSiteSettings = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/site',
  needsSiteRole: 'OPERATOR',
  summary: 'Get the settings of the site that its operators change while it runs',
  content: siteSettings,
})

export const updateSiteSettings = adminEndpoint({
  method: 'PATCH',
  path: '/console/v1/admin/site',
  needsSiteRole: 'OPERATOR',
  needsRecentPassword: true,
  summary: 'Change settings of the site; those that are not given stay',
  body: siteSettingsChange,
  content: Type.Null(),
})
