import { dropsScope, exampleCall } from '@onair/contract'
import { Stack } from '@mantine/core'
import type { AppDetails } from '../queries.ts'
import { firstCalls } from '../../reference/first-calls.ts'
import { isSandbox } from '../../../lib/page-settings.ts'
import { sandboxCallbackUrl } from '../redirect-url-validation.ts'
import { strings } from '../../../locales/index.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import layout from '../../../ui/layout.module.css'

const { overview: t } = strings('apps')

type Props = { app: Pick<AppDetails, 'clientId' | 'redirectUri'>; scopes: readonly string[] }

/** The first steps with the scopes of an application: its drops, and from consent to the first events. */
export function FirstSteps({ app, scopes }: Props) {
  const hasDrops = scopes.includes(dropsScope)
  const asksUsers = scopes.some((scope) => scope !== dropsScope) || !hasDrops
  return (
    <Stack gap="lg">
      {hasDrops && <DropsSteps clientId={app.clientId} />}
      {asksUsers && <ConsentSteps app={app} scopes={scopes} />}
    </Stack>
  )
}

// The steps open new tabs: the page with the secret and the commands stays.

function DropsSteps({ clientId }: { clientId: string }) {
  return (
    <section className="card" aria-labelledby="first-drops">
      <h2 id="first-drops">{t.nextStepsOfDrops}</h2>
      <ol className={layout.steps}>
        <li>
          <AnchorLink
            inherit
            to="/console/apps/$clientId"
            params={{ clientId }}
            search={{ tab: 'webhook' }}
            target="_blank"
          >
            {t.setWebhook}
          </AnchorLink>
          . {t.webhook}
        </li>
        <li>
          <AnchorLink inherit to="/reference/signature" target="_blank">
            {t.verifySignature}
          </AnchorLink>
          . {t.signature}
        </li>
        <li>
          <AnchorLink inherit to="/console/drops/$clientId/new" params={{ clientId }} target="_blank">
            {t.createCampaign}
          </AnchorLink>
          . {t.campaign}
        </li>
        {isSandbox && (
          <li>
            <AnchorLink inherit to="/console/trigger" search={{ action: 'claim' }} target="_blank">
              {t.simulateClaim}
            </AnchorLink>
            . {t.claim}
          </li>
        )}
        <li>
          <AnchorLink inherit to="/reference/$operation" params={{ operation: 'drops.fulfillClaims' }} target="_blank">
            {t.fulfillClaims}
          </AnchorLink>
          . {t.fulfill}
        </li>
      </ol>
    </section>
  )
}

/** As commands to copy. */
function ConsentSteps({ app, scopes }: Props) {
  const { consentUrl, exchange, call, session } = firstCalls(app)
  const example = exampleCall(scopes)
  const exchangeCommand = <CodeBlock text={exchange} label="POST /auth/v1/token" language="shell" />
  const name = example && `${example.json === undefined ? 'GET' : 'POST'} ${example.path}`
  // The page of the sandbox at this address exchanges the code.
  const isExchanged = isSandbox && app.redirectUri === sandboxCallbackUrl
  return (
    <section className="card" aria-labelledby="first">
      <h2 id="first">{t.nextSteps}</h2>
      <ol className={layout.steps}>
        <li>
          <a href={consentUrl} target="_blank" rel="noreferrer">
            {t.openConsent}
          </a>
          . {isExchanged ? t.consentInSandbox : t.consent}
        </li>
        <li>
          {isExchanged ? (
            <>
              {t.getToken}
              <details>
                <summary>{t.exchangeYourself}</summary>
                <p>{t.setCode}</p>
                {exchangeCommand}
              </details>
            </>
          ) : (
            <>
              {t.exchange} {t.setCode}
              {exchangeCommand}
            </>
          )}
        </li>
        <li>
          {t.setToken}
          {example && name && (
            <>
              {' '}
              {t.call(name)}
              <CodeBlock text={call(example)} label={name} language="shell" />
            </>
          )}
        </li>
        <li>
          {t.connect}{' '}
          <AnchorLink inherit to="/reference/events" target="_blank">
            {t.sessions}
          </AnchorLink>
          <CodeBlock text={session} label="GET /open/v1/sessions/auth" language="shell" />
        </li>
      </ol>
    </section>
  )
}
