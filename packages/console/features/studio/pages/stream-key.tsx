import { Group, Stack, Text } from '@mantine/core'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { SecretText } from '../components/secret-text.tsx'
import { streamKeyQuery, overviewQuery } from '../queries/studio-queries.ts'
import layout from '../../../ui/layout.module.css'

const { key: t } = strings('studio')

/** The server and the stream key for the encoder. The key is masked until the streamer shows it. */
export function StudioStreamKey() {
  const { data: overview } = useQuery(overviewQuery)
  const key = useQuery(streamKeyQuery)
  if (!key.data || !overview)
    return key.error ? <ErrorAlert error={key.error} refetch={() => void key.refetch()} /> : <Loading />
  const { streamKey } = key.data
  return (
    <Stack gap="lg" maw={760}>
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <section className="card" aria-labelledby="encoder">
        <h2 id="encoder">{t.encoder}</h2>
        <Facts>
          <Fact name={t.server}>
            {overview.ingestUrl === null ? (
              <Text span size="sm" c="dimmed">
                {t.noServer}
              </Text>
            ) : (
              <CopyableText value={overview.ingestUrl} />
            )}
          </Fact>
          <Fact name={t.title}>
            <SecretText value={streamKey} label={t.title} />
          </Fact>
        </Facts>
        <Text size="sm" c="dimmed" mt="sm">
          {t.secret}
        </Text>
      </section>
      {overview.ingestUrl === null ? <NoVideo /> : <Setup />}
      <Rotation isLive={overview.live !== null} />
    </Stack>
  )
}

function NoVideo() {
  return (
    <section className="card" aria-labelledby="no-video">
      <h2 id="no-video">{t.noVideo}</h2>
      <Text size="sm" c="dimmed" mt="xs">
        {t.noVideoAbout}
      </Text>
      <Group mt="sm">
        <ButtonLink to="/studio" variant="default" size="xs">
          {t.toOverview}
        </ButtonLink>
      </Group>
    </section>
  )
}

/** How an encoder is set up. */
function Setup() {
  return (
    <section className="card" aria-labelledby="setup">
      <h2 id="setup">{t.setup}</h2>
      <ol className={layout.steps}>
        {t.setupSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Group mt="sm">
        <ButtonLink to="/studio" variant="default" size="xs">
          {t.openPreview}
        </ButtonLink>
      </Group>
    </section>
  )
}

/** Replaces the stream key. */
function Rotation({ isLive }: { isLive: boolean }) {
  const queries = useQueryClient()
  const rotate = useMutation({
    mutationFn: () => api(consoleApi.studio.rotateStreamKey),
    onSuccess: async (rotated) => {
      queries.setQueryData(streamKeyQuery.queryKey, rotated)
      await queries.invalidateQueries(overviewQuery)
    },
  })
  return (
    <section className="card" aria-labelledby="rotate">
      <h2 id="rotate">{t.rotation}</h2>
      <Text size="sm" c="dimmed" className={layout.spaceAbove}>
        {t.rotationHint}
      </Text>
      <Group mt="sm">
        <ConfirmButton
          label={t.rotate}
          title={t.confirmTitle}
          confirmLabel={t.confirm}
          onConfirm={() => rotate.mutateAsync()}
        >
          <ul className={layout.steps}>
            <li>{t.consequences.key}</li>
            <li>{isLive ? t.consequences.live : t.consequences.noLive}</li>
            <li>{t.consequences.apps}</li>
          </ul>
        </ConfirmButton>
        <Text span size="sm" c="dimmed" role="status">
          {rotate.isSuccess && t.rotated}
        </Text>
      </Group>
    </section>
  )
}
