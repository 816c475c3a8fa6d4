import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { consoleApi } from '@onair/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api } from '../../../../lib/api.ts'
import { endpointsQuery } from '../../queries.ts'
import { useDraft } from '../../../../lib/drafts.ts'
import { strings } from '../../../../locales/index.ts'
import { CopyableText } from '../../../../ui/copyable-text.tsx'
import { ErrorText } from '../../../../ui/forms/error-text.tsx'
import { AnchorLink, ButtonLink } from '../../../../ui/links.tsx'
import { EndpointFields, toFilterIds, type EndpointValues } from './endpoint-fields.tsx'

const { endpoints: t } = strings('apps')

const empty: EndpointValues = { name: '', url: '', campaigns: [], channels: [] }

/** Adds an endpoint, then shows its secret once. */
export function CreateEndpoint({ clientId }: { clientId: string }) {
  const [draft, setDraft] = useDraft<EndpointValues>('endpoint')
  const values = draft ?? empty
  const queries = useQueryClient()
  const create = useMutation({
    mutationFn: ({ name, url, ...filters }: EndpointValues) =>
      api(consoleApi.webhooks.createWebhookEndpoint, {
        pathParams: { clientId },
        body: { name, url, ...toFilterIds(filters) },
      }),
    onSuccess: () => {
      setDraft(() => null)
      return queries.invalidateQueries(endpointsQuery(clientId))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(values)
  }
  return (
    <Stack gap={0} mt="sm">
      <AnchorLink size="sm" mb="xs" to="/console/apps/$clientId" params={{ clientId }} search={{ tab: 'webhook' }}>
        ← {t.all}
      </AnchorLink>
      {create.data ? (
        <section className="card" aria-labelledby="new-endpoint">
          <Stack gap="md">
            <h2 id="new-endpoint">{t.created(create.variables.name)}</h2>
            <Alert color="orange" title={t.shownOnce}>
              <CopyableText value={create.data.secret} />
            </Alert>
            <Group>
              <ButtonLink
                to="/console/apps/$clientId"
                params={{ clientId }}
                search={{ tab: 'webhook', endpoint: create.data.endpointId }}
              >
                {t.continue}
              </ButtonLink>
            </Group>
          </Stack>
        </section>
      ) : (
        <form className="card" onSubmit={submit}>
          <Stack gap="lg" maw={620}>
            <div>
              <h2>{t.add}</h2>
              <Text size="sm" c="dimmed" mt={4}>
                {t.hint}
              </Text>
            </div>
            <EndpointFields
              clientId={clientId}
              values={values}
              onChange={(change) => setDraft((before) => ({ ...empty, ...before, ...change }))}
            />
            {create.error && (
              <Alert color="red" role="alert" title={t.createFailed}>
                <ErrorText error={create.error} />
              </Alert>
            )}
            <Group>
              <Button
                type="submit"
                loading={create.isPending}
                disabled={values.name.trim() === '' || values.url === ''}
              >
                {t.create}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Stack>
  )
}
