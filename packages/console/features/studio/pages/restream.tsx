import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { restreamQuery } from '../restream/restream-query.ts'
import { TargetCard } from '../restream/target-card.tsx'
import { TargetForm, type TargetValues } from '../restream/target-form.tsx'

const t = strings('restream')

/** The servers to which the lives of the streamer are sent too. */
export function StudioRestream() {
  const query = useQuery(restreamQuery)
  return (
    <Stack gap="lg" maw={760}>
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <QueryBoundary query={query}>
        {({ isAvailable, data }) => (
          <>
            {!isAvailable && <Alert color="orange">{t.unavailable}</Alert>}
            {data.some(({ status }) => status.audio === 'opus') && (
              <Alert color="orange" title={t.noSound}>
                {t.noSoundHint}
              </Alert>
            )}
            {data.length === 0 && (
              <Text size="sm" c="dimmed">
                {t.none}
              </Text>
            )}
            {data.map((target) => (
              <TargetCard key={target.targetId} target={target} />
            ))}
            {data.length < limits.restreamTargets ? (
              <Stack component="section" gap="sm" className="card" aria-labelledby="add">
                <h2 id="add">{t.add}</h2>
                <TargetForm label={t.add} saved={null} submitLabel={t.add} save={create} onDone={() => {}} />
              </Stack>
            ) : (
              <Text size="sm" c="dimmed">
                {t.full(limits.restreamTargets)}
              </Text>
            )}
          </>
        )}
      </QueryBoundary>
    </Stack>
  )
}

function create(values: TargetValues) {
  return api(consoleApi.restream.createRestreamTarget, { body: { ...values, isEnabled: true } })
}
