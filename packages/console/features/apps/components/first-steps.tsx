import type { AppDetails } from '../queries.ts'
import { firstCalls } from '../../reference/first-calls.ts'
import { strings } from '../../../locales/index.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import layout from '../../../ui/layout.module.css'

const { overview: t } = strings('apps')

/** The steps from consent to the first events, as commands to copy. */
export function FirstSteps({ app }: { app: Pick<AppDetails, 'clientId' | 'redirectUri'> }) {
  const { consentUrl, exchange, me, session } = firstCalls(app)
  return (
    <section className="card" aria-labelledby="first">
      <h2 id="first">{t.nextSteps}</h2>
      <ol className={layout.steps}>
        <li>
          <a href={consentUrl}>{t.openConsent}</a>. {t.consent}
        </li>
        <li>
          {t.exchange}
          <CodeBlock text={exchange} label="POST /auth/v1/token" />
        </li>
        <li>
          {t.call}
          <CodeBlock text={me} label="GET /open/v1/users/me" />
        </li>
        <li>
          {t.connect}
          <CodeBlock text={session} label="GET /open/v1/sessions/auth" />
        </li>
      </ol>
    </section>
  )
}
