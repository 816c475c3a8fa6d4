import { Button, Group, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { separateApiUrl } from '../../../lib/page-settings.ts'
import { interlock } from '@onair/contract'
import { strings } from '../../../locales/index.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { framesQuery } from '../../inspector/queries/records.ts'
import type { PageBot } from '../use-page-bot.ts'
import type { Overview } from '../../../lib/demo-person.ts'
import layout from '../../../ui/layout.module.css'
import classes from './bot-panel.module.css'

const { bot: t } = strings('live')

const pollMs = 2_000

type Props = { overview: Overview; bot: PageBot }

/** A first bot: one that runs in this page, one to start, the credentials for one's own, and whether one is connected. */
export function BotPanel({ overview, bot }: Props) {
  const { baseUrl, authUrl, socketUrl, demo } = overview
  const { clientId, clientSecret, redirectUri } = demo
  const consentUrl = `${authUrl}${interlock.path}?${String(new URLSearchParams({ clientId, redirectUri, state: 'hello' }))}`
  const start = () => bot.start(clientId)
  const hasHere = separateApiUrl === null
  const name = useConnectedBot()
  const url = baseUrl === 'http://127.0.0.1:4747' ? '' : `ONAIR_URL=${baseUrl} `
  const environment = [`ONAIR_URL=${baseUrl}`, `CLIENT_ID=${clientId}`, `CLIENT_SECRET=${clientSecret}`]
  return (
    <section className={`card ${classes.bot}`} id="bot" aria-labelledby="bot-title" tabIndex={-1}>
      <Group component="header" align="baseline" gap="4px 16px">
        <h2 id="bot-title">{t.title}</h2>
        <p role="status" data-connected={name !== null || undefined} className={`dot soft ${classes.state}`}>
          {name === null ? t.waiting : t.connected(name)}
        </p>
      </Group>
      <Tabs defaultValue={hasHere ? 'here' : 'example'}>
        <Tabs.List>
          {hasHere && <Tabs.Tab value="here">{t.tabs.here}</Tabs.Tab>}
          <Tabs.Tab value="example">{t.tabs.example}</Tabs.Tab>
          <Tabs.Tab value="own">{t.tabs.own}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="here" className={classes.here}>
          <p>{t.here}</p>
          <Button
            size="sm"
            variant={bot.status === 'off' ? 'filled' : 'default'}
            loading={bot.status === 'connecting'}
            onClick={bot.status === 'on' ? bot.stop : start}
          >
            {bot.status === 'on' ? t.stop : t.start}
          </Button>
          {bot.received.length > 0 && (
            <ol aria-label={t.received}>
              {bot.received.map((line, index) => (
                <li key={index}>
                  <code>{line}</code>
                </li>
              ))}
            </ol>
          )}
          {bot.error !== null && <ErrorAlert error={bot.error} retry={start} />}
        </Tabs.Panel>
        <Tabs.Panel value="example">
          <p>{t.clone}</p>
          <CodeBlock text={`${url}npm run echo-bot`} label={t.command} language="shell" />
        </Tabs.Panel>
        <Tabs.Panel value="own">
          <p>{t.own}</p>
          <CodeBlock
            text={environment.map((line) => `export ${line}`).join('\n')}
            label={t.env}
            language="shell"
            isWrapped
          />
          <dl className={layout.facts}>
            <dt>{t.addresses.api}</dt>
            <dd>
              <code>{baseUrl}/open/v1</code>
            </dd>
            <dt>{t.addresses.sockets}</dt>
            <dd>
              <code>{socketUrl}</code>
            </dd>
            <dt>{t.addresses.consent}</dt>
            <dd>
              <a href={consentUrl}>{`${authUrl}${interlock.path}`}</a>
            </dd>
          </dl>
          <AnchorLink size="sm" to="/reference/events">
            {t.guide}
          </AnchorLink>
        </Tabs.Panel>
      </Tabs>
    </section>
  )
}

const polledFrames = (name: string) => ({ ...framesQuery(undefined, name), refetchInterval: pollMs })

/** The name of the application whose session connected last and is open; null without one. */
function useConnectedBot(): string | null {
  const connected = useQuery(polledFrames('SYSTEM connected')).data?.data ?? []
  const closed = new Set((useQuery(polledFrames('closed')).data?.data ?? []).map(({ sessionKey }) => sessionKey))
  return connected.find(({ sessionKey }) => !closed.has(sessionKey))?.appName ?? null
}
