import { Stack, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi, type SiteSettings } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { EditForm } from '../../../ui/forms/edit-form.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { siteSettingsQuery } from '../queries.ts'

const { site: t } = strings('admin')

/** The identity of the site, which its operators change. */
export function AdminSite() {
  const query = useQuery(siteSettingsQuery)
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <QueryBoundary query={query}>{(settings) => <Identity settings={settings} />}</QueryBoundary>
    </Stack>
  )
}

function Identity({ settings }: { settings: SiteSettings }) {
  const queries = useQueryClient()
  const save = async ({ name = settings.name }: Partial<SiteSettings>) => {
    await api(consoleApi.admin.updateSiteSettings, { body: { name: name.trim() } })
    await queries.invalidateQueries(siteSettingsQuery)
  }
  return (
    <EditForm label={t.identity} savedValues={settings} save={save} isInvalid={({ name }) => name.trim() === ''}>
      {(values, set) => (
        <TextInput
          label={t.name}
          description={t.nameHint}
          value={values.name}
          onChange={({ currentTarget: { value } }) => set({ name: value })}
          maxLength={40}
          maw={420}
        />
      )}
    </EditForm>
  )
}
