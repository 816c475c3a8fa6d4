import { exampleCall, openApi, type ExampleCall } from '@onair/contract'
import { html, type Html } from '@onair/server/api/pages/html.ts'
import type { PageRequest } from '@onair/server/api/pages/page-route.ts'
import { cardPage } from '@onair/server/api/pages/layout.ts'
import { scriptPath } from '@onair/server/api/pages/style-sheet.ts'

type CodePageData = {
  code: string | null
  /** The person denied. Without this and a code, the page was opened without the consent page. */
  isDenied: boolean
  state: string
  tokenUrl: string
  /** The form that exchanges the code is sent here. */
  tokenPath: string
  /** The secret is null where the page must not show it: the command takes it from the shell. */
  credentials: { clientId: string; clientSecret: string | null }
}

const secretVariable = '$CLIENT_SECRET'

export function sandboxCodePage(
  request: PageRequest,
  { code, isDenied, state, tokenUrl, tokenPath, credentials }: CodePageData,
): Html {
  const t = request.strings.sandboxCode
  if (code === null) {
    const [title, next] = isDenied ? [t.denied, t.deniedNext] : [t.noCode, t.noCodeNext]
    // The parameters of the redirect do not name the application; the page before this one is its consent page.
    const links = html`<div class="buttons">
        ${isDenied && html`<button type="button" data-back hidden>${t.consentAgain}</button>`}
        <a class="button ${isDenied && 'quiet'}" href="/console/apps">${t.apps}</a>
      </div>
      ${isDenied && html`<script type="module" src="${scriptPath('back.js')}"></script>`}`
    return cardPage(request, { title, about: next, content: links })
  }

  const { clientId, clientSecret } = credentials
  const body = { grantType: 'authorization_code', clientId, clientSecret: clientSecret ?? secretVariable, code, state }
  const quotedBody = shellQuote(JSON.stringify(body, null, 2))
  const exchange = [
    `curl -s -X POST ${tokenUrl} \\`,
    `  -H 'Content-Type: application/json' \\`,
    // The shell expands a variable in double quotes. The rest stays in single quotes: `state` can contain anything.
    `  -d ${clientSecret === null ? quotedBody.replace(secretVariable, () => `'"${secretVariable}"'`) : quotedBody}`,
  ].join('\n')
  const content = html`<form method="post" action="${tokenPath}">
      <input type="hidden" name="csrf" value="${request.csrf}" />
      <input type="hidden" name="code" value="${code}" />
      <input type="hidden" name="state" value="${state}" />
      <button class="button" type="submit">${t.getToken}</button>
    </form>
    <dl>
      <dt>code</dt>
      <dd class="copy-row">
        <code class="selectable" id="code">${code}</code>
        ${copyButton('code', request.strings.command)}
      </dd>
      <dt>state</dt>
      <dd><code class="selectable">${state}</code></dd>
    </dl>
    ${command('exchange', t.exchange, exchange, request.strings.command)} ${copyScript}`
  return cardPage(request, { title: t.allowed, about: t.allowedNext, content, width: 'wide' })
}

type TokenPageData = {
  accessToken: string
  refreshToken: string
  scopes: readonly string[]
  clientId: string
  /** Whether the person of the page registered the application. */
  isOwner: boolean
  baseUrl: string
}

export function sandboxTokenPage(
  request: PageRequest,
  { accessToken, refreshToken, scopes, clientId, isOwner, baseUrl }: TokenPageData,
): Html {
  const t = request.strings.sandboxCode
  const example = exampleCall(scopes)
  const call = ({ path, json }: ExampleCall) => {
    const body = json === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${json}'`]
    return [`curl -s ${baseUrl}${path} -H 'Authorization: Bearer ${accessToken}'`, ...body].join(' ')
  }
  const about = scopes.length === 0 ? t.issuedWithoutScopes : t.issuedNext
  const content = html`<dl>
      <dt>accessToken</dt>
      <dd class="copy-row">
        <code class="selectable" id="access-token">${accessToken}</code>
        ${copyButton('access-token', request.strings.command)}
      </dd>
      <dt>refreshToken</dt>
      <dd class="copy-row">
        <code class="selectable" id="refresh-token">${refreshToken}</code>
        ${copyButton('refresh-token', request.strings.command)}
      </dd>
    </dl>
    ${example && command('call', t.callApi, call(example), request.strings.command)}
    ${command('session', t.callSession, call(openApi.session.openUserSession), request.strings.command)}
    <div class="buttons">
      ${isOwner && html`<a class="button" href="/console/apps/${clientId}">${t.app}</a>`}
      <a class="button ${isOwner && 'quiet'}" href="/console/inspector?app=${clientId}">${t.inspector}</a>
    </div>
    ${copyScript}`
  return cardPage(request, { title: t.issued, about, content, width: 'wide' })
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

const copyScript = html`<script type="module" src="${scriptPath('copy.js')}"></script>`

/** Copies the text of the element with this id. The script `copy.js` shows it. */
function copyButton(id: string, t: PageRequest['strings']['command']): Html {
  return html`<button class="quiet small" type="button" data-copy="${id}" data-copied="${t.copied}" hidden>
    ${t.copy}
  </button>`
}

/** A command with a button that copies it; without the script `copy.js`, one click selects it. */
function command(id: string, title: string, text: string, t: PageRequest['strings']['command']): Html {
  return html`<section>
    <div class="command-head">
      <h2>${title}</h2>
      ${copyButton(id, t)}
    </div>
    <pre class="copyable" tabindex="0"><code id="${id}">${text}</code></pre>
  </section>`
}
