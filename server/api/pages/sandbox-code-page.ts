import { html, type Html } from './html.ts'
import type { PageRequest } from './page-route.ts'
import { layout } from './layout.ts'

type CodePageData = {
  /** Null when the person denied. */
  code: string | null
  state: string
  tokenUrl: string
  credentials: { clientId: string; clientSecret: string }
}

export function sandboxCodePage(request: PageRequest, { code, state, tokenUrl, credentials }: CodePageData): Html {
  const t = request.strings.sandboxCode
  if (code === null) return layout(request, { title: t.denied, main: card(t.denied, t.deniedNext) })

  const body = JSON.stringify({ grantType: 'authorization_code', ...credentials, code, state })
  const command = `curl -s -X POST ${tokenUrl} -H 'Content-Type: application/json' -d '${body.replaceAll("'", String.raw`'\''`)}'`
  const main = card(
    t.allowed,
    t.allowedNext,
    html`<dl>
        <dt>code</dt>
        <dd><code>${code}</code></dd>
        <dt>state</dt>
        <dd><code>${state}</code></dd>
      </dl>
      <div>
        <h2>${t.exchange}</h2>
        <pre class="copyable" tabindex="0"><code>${command}</code></pre>
      </div>`,
  )
  return layout(request, { title: t.allowed, main })
}

function card(title: string, description: string, more?: Html): Html {
  return html`<div class="card">
    <div class="intro">
      <h1>${title}</h1>
      <p class="soft">${description}</p>
    </div>
    ${more}
  </div>`
}
