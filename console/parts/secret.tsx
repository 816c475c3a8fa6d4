import { Copied } from './copied.tsx'

/** The credentials of an application, the secret in full. */
export function Secret({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  const lines = `CLIENT_ID=${clientId}\nCLIENT_SECRET=${clientSecret}`
  return (
    <div className="card">
      <dl className="facts">
        <dt>Client ID</dt>
        <dd>
          <Copied value={clientId} />
        </dd>
        <dt>Client secret</dt>
        <dd>
          <Copied value={clientSecret} />
        </dd>
        <dt>.env</dt>
        <dd>
          <Copied value={lines} shown="CLIENT_ID=… CLIENT_SECRET=…" />
        </dd>
      </dl>
    </div>
  )
}
