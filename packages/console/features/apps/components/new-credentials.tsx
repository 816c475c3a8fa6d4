import { CodeBlock } from '../../../ui/code-block.tsx'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import layout from '../../../ui/layout.module.css'

/** The credentials of an application, the secret in full. */
export function NewCredentials({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  const envLines = `CLIENT_ID=${clientId}\nCLIENT_SECRET=${clientSecret}`
  return (
    <div className="card">
      <dl className={layout.facts}>
        <dt>Client ID</dt>
        <dd>
          <CopyableText value={clientId} />
        </dd>
        <dt>Client Secret</dt>
        <dd>
          <CopyableText value={clientSecret} />
        </dd>
        <dt>.env</dt>
        <dd>
          <CodeBlock text={envLines} label=".env" />
        </dd>
      </dl>
    </div>
  )
}
