import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { consoleApi, overlayKinds, type ContentOf, type OverlayKind, type OverlaySettings } from '@onair/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, type RefObject } from 'react'
import { api } from '../../../lib/api.ts'
import { language, strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { EditForm } from '../../../ui/forms/edit-form.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { AlertFiles } from '../uploads/alert-files.tsx'
import { SecretText } from '../components/secret-text.tsx'
import { OverlayFields, areSettingsValid } from '../components/overlay-fields.tsx'
import { OverlayPreview, type PreviewHandle } from '../components/overlay-preview.tsx'
import { overlaysQuery, overlayUrlQuery } from '../queries/studio-queries.ts'
import layout from '../../../ui/layout.module.css'
import classes from './overlays.module.css'

const t = strings('overlays')

type Overlays = ContentOf<typeof consoleApi.overlays.getOverlays>

/** The overlays of the streamer: each with its URL, its settings and a preview. */
export function StudioOverlays() {
  const { overlay: kind = 'chat' } = useSearch({ from: '/studio/overlays' })
  const navigate = useNavigate({ from: '/studio/overlays' })
  const query = useQuery(overlaysQuery)
  const preview = useRef<PreviewHandle>(null)
  return (
    <Stack gap="lg">
      <div>
        <PageTitle>{t.title}</PageTitle>
        <Text size="sm" c="dimmed" mt={4}>
          {t.about}
        </Text>
      </div>
      <div className={layout.scroll}>
        <SegmentedControl
          aria-label={t.title}
          value={kind}
          onChange={(selected) => void navigate({ search: { overlay: selected }, replace: true })}
          data={overlayKinds.map((value) => ({ value, label: t.kinds[value] }))}
        />
      </div>
      <QueryBoundary query={query}>
        {({ settings, urls, goalSinceDate }) => (
          <>
            <UrlCard key={`url-${kind}`} kind={kind} createdDate={urls[kind]} settings={settings[kind]} />
            <SettingsForm key={kind} kind={kind} settings={withLanguage(settings[kind])} preview={preview} />
            {kind === 'alerts' && <AlertFiles settings={settings.alerts} preview={preview} />}
            {kind === 'goal' && <GoalCard sinceDate={goalSinceDate} />}
          </>
        )}
      </QueryBoundary>
    </Stack>
  )
}

/** The settings with the language of this page until one is saved. The first URL and the first change save it. */
function withLanguage(settings: OverlaySettings[OverlayKind]): OverlaySettings[OverlayKind] {
  return hasNoLanguage(settings) ? { ...settings, language } : settings
}

function hasNoLanguage(settings: OverlaySettings[OverlayKind]): boolean {
  return 'language' in settings && settings.language === null
}

type FormProps = {
  kind: OverlayKind
  settings: OverlaySettings[OverlayKind]
  preview: RefObject<PreviewHandle | null>
}

function SettingsForm({ kind, settings, preview }: FormProps) {
  const queries = useQueryClient()
  const save = async (changes: object) => {
    await api(consoleApi.overlays.updateOverlays, { body: { [kind]: { ...settings, ...changes } } })
    await queries.invalidateQueries(overlaysQuery)
  }
  return (
    <EditForm<object>
      label={`${t.kinds[kind]}: ${t.settings}`}
      savedValues={settings}
      save={save}
      isInvalid={(values) => !areSettingsValid(kind, values)}
      isWide
    >
      {(values, set) => (
        <div className={classes.editor}>
          <Stack gap="md">
            <h2>{t.settings}</h2>
            <OverlayFields kind={kind} values={values} set={set} />
          </Stack>
          <Stack gap="md" className={classes.beside}>
            <h2>{t.preview}</h2>
            <OverlayPreview ref={preview} kind={kind} settings={values as OverlaySettings[OverlayKind]} />
          </Stack>
        </div>
      )}
    </EditForm>
  )
}

function UrlCard({
  kind,
  createdDate,
  settings,
}: {
  kind: OverlayKind
  createdDate: Overlays['urls'][OverlayKind]
  settings: OverlaySettings[OverlayKind]
}) {
  const queries = useQueryClient()
  const url = useQuery({ ...overlayUrlQuery(kind), enabled: createdDate !== null })
  const create = useMutation({
    async mutationFn() {
      if (hasNoLanguage(settings))
        await api(consoleApi.overlays.updateOverlays, { body: { [kind]: withLanguage(settings) } })
      return api(consoleApi.overlays.createOverlayUrl, { pathParams: { kind } })
    },
    onSuccess: async (created) => {
      queries.setQueryData(overlayUrlQuery(kind).queryKey, created)
      await queries.invalidateQueries(overlaysQuery)
    },
  })
  const revoke = useMutation({
    mutationFn: () => api(consoleApi.overlays.deleteOverlayUrl, { pathParams: { kind } }),
    onSuccess: () => queries.invalidateQueries(overlaysQuery),
  })
  return (
    <section className="card" aria-labelledby="overlay-url">
      <Stack gap="sm">
        <div>
          <h2 id="overlay-url">{t.url.title}</h2>
          <Text size="sm" c="dimmed">
            {createdDate === null ? (
              t.url.none
            ) : (
              <>
                {t.url.created} <RelativeTime at={createdDate} />
              </>
            )}
          </Text>
        </div>
        {createdDate !== null && url.data && (
          <div>
            <SecretText value={url.data.overlayUrl} label={t.url.label} />
            <Text size="sm" mt="xs">
              {t.url.size(t.size[kind])}
            </Text>
          </div>
        )}
        {url.error && <ErrorAlert error={url.error} refetch={() => void url.refetch()} />}
        <Text size="sm" c="dimmed">
          {t.url.hint}
        </Text>
        {create.error && <ErrorAlert error={create.error} retry={() => create.mutate()} />}
        <Group gap="sm">
          {createdDate === null ? (
            <Button loading={create.isPending} onClick={() => create.mutate()}>
              {t.url.create}
            </Button>
          ) : (
            <>
              <ConfirmButton
                label={t.url.replace}
                title={t.url.replaceTitle}
                confirmLabel={t.url.replace}
                onConfirm={() => create.mutateAsync()}
              >
                {t.url.replaceHint}
              </ConfirmButton>
              <ConfirmButton
                label={t.url.revoke}
                title={t.url.revokeTitle}
                confirmLabel={t.url.revoke}
                onConfirm={() => revoke.mutateAsync()}
              >
                {t.url.revokeHint}
              </ConfirmButton>
            </>
          )}
        </Group>
      </Stack>
    </section>
  )
}

function GoalCard({ sinceDate }: { sinceDate: string | null }) {
  const queries = useQueryClient()
  const restart = async () => {
    await api(consoleApi.overlays.restartGoal)
    await queries.invalidateQueries(overlaysQuery)
  }
  return (
    <section className="card" aria-labelledby="goal-count">
      <h2 id="goal-count">{t.goal.title}</h2>
      <Text size="sm" c="dimmed" mt={4}>
        {sinceDate === null ? (
          t.goal.always
        ) : (
          <>
            {t.goal.since} <RelativeTime at={sinceDate} />
          </>
        )}
      </Text>
      {sinceDate !== null && (
        <Group mt="sm">
          <ConfirmButton
            label={t.goal.restart}
            title={t.goal.restartTitle}
            confirmLabel={t.goal.restart}
            onConfirm={restart}
          >
            {t.goal.restartHint}
          </ConfirmButton>
        </Group>
      )}
    </section>
  )
}
