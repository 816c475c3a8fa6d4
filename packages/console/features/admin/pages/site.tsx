import { Badge, Checkbox, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  consoleApi,
  siteDocumentKinds,
  siteTextLengths,
  type ContentOf,
  type SiteDocumentKind,
  type SiteSettings,
} from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { EditForm } from '../../../ui/forms/edit-form.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { SettingHead } from '../../../ui/setting-head.tsx'
import { SiteLogo } from '../components/site-logo.tsx'
import { siteSettingsQuery } from '../queries.ts'

const { site: t } = strings('admin')

type Site = ContentOf<typeof consoleApi.admin.getSiteSettings>

/** The identity of the site and the documents that people accept, which its operators change. */
export function AdminSite() {
  const query = useQuery(siteSettingsQuery)
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <QueryBoundary query={query}>
        {({ settings, logoUrl, documents }) => (
          <>
            <Identity settings={settings} />
            <SiteLogo logoUrl={logoUrl} />
            {siteDocumentKinds.map((kind) => (
              <SiteDocument key={kind} kind={kind} last={documents.find((document) => document.kind === kind)} />
            ))}
          </>
        )}
      </QueryBoundary>
    </Stack>
  )
}

const texts = ['name', 'accent', 'contact'] as const
const longTexts = ['banner', 'welcome', 'footer'] as const
const switches = ['isIndexed', 'showsSoftware'] as const
const hints: { [Name in keyof SiteSettings]?: string } = {
  name: t.nameHint,
  accent: t.accentHint,
  contact: t.contactHint,
  banner: t.bannerHint,
}
/** Fields in which spaces around a text are a slip. */
const trimmed = (settings: Partial<SiteSettings>) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  )

function Identity({ settings }: { settings: SiteSettings }) {
  const queries = useQueryClient()
  const save = async (changes: Partial<SiteSettings>) => {
    await api(consoleApi.admin.updateSiteSettings, { body: trimmed(changes) })
    await queries.invalidateQueries(siteSettingsQuery)
  }
  return (
    <EditForm
      label={t.identity}
      savedValues={settings}
      save={save}
      isInvalid={({ name }) => name.trim() === ''}
      head={<SettingHead title={t.identity} />}
    >
      {(values, set) => (
        <>
          {texts.map((name) => (
            <TextInput
              key={name}
              label={t[name]}
              description={hints[name]}
              value={values[name]}
              onChange={({ currentTarget: { value } }) => set({ [name]: value })}
              maxLength={siteTextLengths[name]}
              maw={420}
            />
          ))}
          {longTexts.map((name) => (
            <Textarea
              key={name}
              label={t[name]}
              description={hints[name]}
              value={values[name]}
              onChange={({ currentTarget: { value } }) => set({ [name]: value })}
              maxLength={siteTextLengths[name]}
              autosize
              minRows={2}
              maxRows={10}
            />
          ))}
          {switches.map((name) => (
            <Switch
              key={name}
              label={t[name]}
              checked={values[name]}
              onChange={({ currentTarget: { checked } }) => set({ [name]: checked })}
            />
          ))}
        </>
      )}
    </EditForm>
  )
}

/** A document of the site, of which every publication is a version. */
function SiteDocument({ kind, last }: { kind: SiteDocumentKind; last: Site['documents'][number] | undefined }) {
  const queries = useQueryClient()
  const saved = { text: last?.text ?? '', mustBeAccepted: last?.mustBeAccepted ?? true }
  const save = async (changes: Partial<typeof saved>) => {
    const { text, mustBeAccepted } = { ...saved, ...changes }
    await api(consoleApi.admin.publishSiteDocument, { body: { kind, text: text.trim(), mustBeAccepted } })
    await queries.invalidateQueries(siteSettingsQuery)
  }
  return (
    <EditForm
      label={t.documents[kind]}
      savedValues={saved}
      save={save}
      head={
        <SettingHead title={t.documents[kind]} about={t.documentHint}>
          {last !== undefined && <Badge color="gray">{t.version(last.version)}</Badge>}
        </SettingHead>
      }
      confirmation={({ text, mustBeAccepted }) => (mustBeAccepted && text.trim() !== '' ? t.publish : null)}
    >
      {(values, set) => (
        <>
          <Textarea
            aria-label={t.documents[kind]}
            value={values.text}
            onChange={({ currentTarget: { value } }) => set({ text: value })}
            maxLength={siteTextLengths.document}
            autosize
            minRows={4}
            maxRows={20}
          />
          <Checkbox
            label={t.mustBeAccepted}
            checked={values.mustBeAccepted}
            onChange={({ currentTarget: { checked } }) => set({ mustBeAccepted: checked })}
          />
        </>
      )}
    </EditForm>
  )
}
