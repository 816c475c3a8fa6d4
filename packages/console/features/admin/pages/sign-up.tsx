import { NativeSelect, Stack, Switch, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi, maxMailDomains, signUpModes, streamerGroups, type SiteSettings } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { EditForm } from '../../../ui/forms/edit-form.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { Invitations } from '../components/invitations.tsx'
import { siteSettingsQuery } from '../queries.ts'

const { signUp: t } = strings('admin')

/** Who can create an account: the rules, and the invitations. */
export function AdminSignUp() {
  const query = useQuery(siteSettingsQuery)
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <QueryBoundary query={query}>{({ settings }) => <Rules settings={settings} />}</QueryBoundary>
      <Invitations />
    </Stack>
  )
}

/** A domain in each line. */
const toLines = (domains: readonly string[]) => domains.join('\n')
const fromLines = (text: string) => [...new Set(text.toLowerCase().match(/[^\s,;@]+/g))]
const isTooLong = (text: string) => fromLines(text).length > maxMailDomains

function Rules({ settings }: { settings: SiteSettings }) {
  const queries = useQueryClient()
  const saved = {
    signUp: settings.signUp,
    hasSignUpPuzzle: settings.hasSignUpPuzzle,
    streamers: settings.streamers,
    allowed: toLines(settings.allowedMailDomains),
    refused: toLines(settings.refusedMailDomains),
  }
  const save = async ({ signUp, hasSignUpPuzzle, streamers, allowed, refused }: Partial<typeof saved>) => {
    const body = {
      ...(signUp !== undefined && { signUp }),
      ...(hasSignUpPuzzle !== undefined && { hasSignUpPuzzle }),
      ...(streamers !== undefined && { streamers }),
      ...(allowed !== undefined && { allowedMailDomains: fromLines(allowed) }),
      ...(refused !== undefined && { refusedMailDomains: fromLines(refused) }),
    }
    await api(consoleApi.admin.updateSiteSettings, { body })
    await queries.invalidateQueries(siteSettingsQuery)
  }
  return (
    <EditForm
      label={t.rules}
      savedValues={saved}
      save={save}
      isInvalid={({ allowed, refused }) => isTooLong(allowed) || isTooLong(refused)}
    >
      {(values, set) => (
        <>
          <NativeSelect
            label={t.mode}
            value={values.signUp}
            onChange={({ currentTarget: { value } }) =>
              set({ signUp: signUpModes.find((mode) => mode === value) ?? 'OPEN' })
            }
            data={signUpModes.map((value) => ({ value, label: t.modes[value] }))}
            maw={420}
          />
          <Switch
            label={t.puzzle}
            description={t.puzzleHint}
            checked={values.hasSignUpPuzzle}
            onChange={({ currentTarget: { checked } }) => set({ hasSignUpPuzzle: checked })}
          />
          <NativeSelect
            label={t.streamers}
            description={t.streamersHint}
            value={values.streamers}
            onChange={({ currentTarget: { value } }) =>
              set({ streamers: streamerGroups.find((group) => group === value) ?? 'ALL' })
            }
            data={streamerGroups.map((value) => ({ value, label: t.streamerGroups[value] }))}
            maw={420}
          />
          <Textarea
            label={t.allowed}
            description={t.allowedHint}
            value={values.allowed}
            onChange={({ currentTarget: { value } }) => set({ allowed: value })}
            autosize
            minRows={2}
            maxRows={10}
          />
          <Textarea
            label={t.refused}
            value={values.refused}
            onChange={({ currentTarget: { value } }) => set({ refused: value })}
            autosize
            minRows={2}
            maxRows={10}
          />
        </>
      )}
    </EditForm>
  )
}
