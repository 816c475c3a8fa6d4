import { Fact, Facts } from '../../../ui/facts.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { CopyableText } from '../../../ui/copyable-text.tsx'

/** The credentials of an application, the secret in full. */
export function NewCredentials({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  const envLines = `CLIENT_ID=${clientId}\nCLIENT_SECRET=${clientSecret}`
  return (
    <div className="card">
      <Facts>
        <Fact name="Client ID">
          <CopyableText value={clientId} />
        </Fact>
        <Fact name="Client Secret">
          <CopyableText value={clientSecret} />
        </Fact>
        <Fact name=".env">
          <CodeBlock text={envLines} label=".env" />
        </Fact>
      </Facts>
    </div>
  )
}
