import { Alert, Badge, Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { consoleWebhooks, type ContentOf, type WebhookStatus } from '@onair/contract'
import { api } from '../api.ts'
import { webhookQuery } from '../app-queries.ts'
import { causeIn } from '../cause-words.ts'
import { inLanguage, language } from '../language.ts'
import { Failed } from '../parts/failed.tsx'
import { Loading } from '../parts/loading.tsx'
import { Moment } from '../parts/moment.tsx'
import { Reason } from '../parts/reason.tsx'
import { AppDeliveries } from './app-deliveries.tsx'

/** Where the application is notified, whether that works, and what was sent. */
export function AppWebhook({ clientId }: { clientId: string }) {
  const { data: found, error, refetch } = useQuery(webhookQuery(clientId))
  if (error) return <Failed error={error} readAgain={() => void refetch()} />
  if (!found) return <Loading />
  return (
    <Stack gap="lg" mt="lg">
      <Webhook key={found.webhook?.url ?? ''} clientId={clientId} webhook={found.webhook} />
      <AppDeliveries clientId={clientId} />
    </Stack>
  )
}

type Found = ContentOf<typeof consoleWebhooks.readWebhook>['webhook']

function Webhook({ clientId, webhook }: { clientId: string; webhook: Found }) {
  const inPath = { clientId }
  const [url, setUrl] = useState(webhook?.url ?? '')
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries(webhookQuery(clientId))
  const change = useMutation({
    mutationFn: (body: { url?: string; status?: WebhookStatus }) =>
      api(consoleWebhooks.changeWebhook, { inPath, body }),
    onSuccess,
  })
  const remove = useMutation({ mutationFn: () => api(consoleWebhooks.removeWebhook, { inPath }), onSuccess })
  const failure = change.error ?? remove.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ url })
  }
  return (
    <form className="card" onSubmit={submit}>
      <Stack gap="md">
        <div className="app-head">
          <h2>{said.title}</h2>
          {webhook && <Badge color={webhook.status === 'ENABLED' ? 'teal' : 'red'}>{webhook.status}</Badge>}
        </div>
        <TextInput
          label={said.url}
          description={said.urlHint}
          placeholder="https://example.com/webhook"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          inputMode="url"
          maxLength={2000}
          required
        />
        {webhook && (
          <p className="small soft">
            {said.waiting} {webhook.waiting.toLocaleString(language)}
            {webhook.statusReason && ` · ${causeIn(webhook.statusReason)}`}
          </p>
        )}
        {webhook?.failingSinceDate && (
          <p className="small bad">
            {said.failing} <Moment at={webhook.failingSinceDate} />. {said.failingNext}
          </p>
        )}
        {failure && (
          <Alert color="red" role="alert" title={said.refused}>
            <Reason error={failure} />
          </Alert>
        )}
        <Group gap="sm">
          <Button type="submit" loading={change.isPending} disabled={url === '' || url === webhook?.url}>
            {said.save}
          </Button>
          {webhook && (
            <>
              <Button
                variant="default"
                onClick={() => change.mutate({ status: webhook.status === 'ENABLED' ? 'DISABLED' : 'ENABLED' })}
              >
                {webhook.status === 'ENABLED' ? said.disable : said.enable}
              </Button>
              <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
                {said.remove}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </form>
  )
}

const said = inLanguage({
  ko: {
    title: '웹훅',
    url: '웹훅 URL',
    urlHint: '드롭스 보상을 받으면 이 주소로 POST합니다. HTTPS, 443 포트여야 합니다.',
    waiting: '기다리는 알림',
    failing: '알림이 실패하고 있습니다. 시작한 때:',
    failingNext: '아래 알림의 자세히에서 받은 답을 보고, 고친 뒤 다시 보내세요.',
    refused: '바꾸지 못했습니다',
    save: '저장',
    enable: '다시 켜기',
    disable: '끄기',
    remove: 'URL 지우기',
  },
  en: {
    title: 'Webhook',
    url: 'Webhook URL',
    urlHint: 'Claims of drops rewards are posted there. It must be HTTPS on port 443.',
    waiting: 'Notifications that wait:',
    failing: 'Notifications have failed since',
    failingNext: 'Their details below say what was answered; send them again once it is mended.',
    refused: 'It was not changed',
    save: 'Save',
    enable: 'Enable',
    disable: 'Disable',
    remove: 'Remove the URL',
  },
})
