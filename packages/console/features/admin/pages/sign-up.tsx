import { NativeSelect, SimpleGrid, Stack, Switch, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  consoleApi,
  maxMailDomains,
  signUpModes,
  streamerGroups,
  type SiteSettings,
  type SiteSettingsChange,
} from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { EditForm } from '../../../ui/forms/edit-form.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { SettingHead } from '../../../ui/setting-head.tsx'
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
    </Stack>
  )
}

/** A domain in each line. */
const toLines = (domains: readonly string[]) => domains.join('\n')
const fromLines = (text: string) => [...new Set(text.toLowerCase().match(/[^\s,;@]+/g))]
const isTooLong = (text: string) => fromLines(text).length > maxMailDomains

function Rules({ settings }: { settings: SiteSettings }) {
  const queries = useQueryClient()
  const save = async (body: SiteSettingsChange) => {
    await api(consoleApi.admin.updateSiteSettings, { body })
    await queries.invalidateQueries(siteSettingsQuery)
  }
  const { signUp, hasSignUpPuzzle, streamers } = settings
  return (
    <>
      <EditForm
        label={t.mode}
        savedValues={{ signUp, hasSignUpPuzzle }}
        save={(changes) => save(changes)}
        head={<SettingHead title={t.mode} about={t.modeAbout} />}
      >
        {(values, set) => (
          <>
            <NativeSelect
              aria-label={t.mode}
              value={values.signUp}
              onChange={({ currentTarget: { value } }) =>
                set({ signUp: signUpModes.find((mode) => mode === value) ?? 'OPEN' })
              }
              data={signUpModes.map((value) => ({ value, label: t.modes[value] }))}
            />
            <Switch
              label={t.puzzle}
              description={t.puzzleHint}
              checked={values.hasSignUpPuzzle}
              onChange={({ currentTarget: { checked } }) => set({ hasSignUpPuzzle: checked })}
            />
          </>
        )}
      </EditForm>
      <Invitations />
      <EditForm
        label={t.domains}
        savedValues={{
          allowed: toLines(settings.allowedMailDomains),
          refused: toLines(settings.refusedMailDomains),
        }}
        save={({ allowed, refused }) =>
          save({
            ...(allowed !== undefined && { allowedMailDomains: fromLines(allowed) }),
            ...(refused !== undefined && { refusedMailDomains: fromLines(refused) }),
          })
        }
        isInvalid={({ allowed, refused }) => isTooLong(allowed) || isTooLong(refused)}
        head={<SettingHead title={t.domains} about={t.allowedHint} />}
      >
        {(values, set) => (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {(['allowed', 'refused'] as const).map((name) => (
              <Textarea
                key={name}
                label={t[name]}
                value={values[name]}
                onChange={({ currentTarget: { value } }) => set({ [name]: value })}
                autosize
                minRows={4}
                maxRows={10}
              />
            ))}
          </SimpleGrid>
        )}
      </EditForm>
      <EditForm
        label={t.streamers}
        savedValues={{ streamers }}
        save={(changes) => save(changes)}
        head={<SettingHead title={t.streamers} about={t.streamersHint} />}
      >
        {(values, set) => (
          <NativeSelect
            aria-label={t.streamers}
            value={values.streamers}
            onChange={({ currentTarget: { value } }) =>
              set({ streamers: streamerGroups.find((group) => group === value) ?? 'ALL' })
            }
            data={streamerGroups.map((value) => ({ value, label: t.streamerGroups[value] }))}
          />
        )}
      </EditForm>
    </>
  )
}
