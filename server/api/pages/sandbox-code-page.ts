import { html, type Html } from './html.ts'
import type { PerLanguage } from './language.ts'
import type { PageRequest } from './page-route.ts'
import { layout } from './layout.ts'

type CodePageData = {
  /** Null when the person did not allow it. */
  code: string | null
  state: string
  tokenUrl: string
  credentials: { clientId: string; clientSecret: string }
}

export function codePage(call: PageRequest, { code, state, tokenUrl, credentials }: CodePageData): Html {
  const text = texts[call.language]
  if (code === null) return layout(call, { title: text.denied, main: card(text.denied, text.deniedNext) })

  const body = JSON.stringify({ grantType: 'authorization_code', ...credentials, code, state })
  const command = `curl -s -X POST ${tokenUrl} -H 'Content-Type: application/json' -d '${body.replaceAll("'", String.raw`'\''`)}'`
  const main = card(
    text.allowed,
    text.allowedNext,
    html`<dl>
        <dt>code</dt>
        <dd><code>${code}</code></dd>
        <dt>state</dt>
        <dd><code>${state}</code></dd>
      </dl>
      <div>
        <h2>${text.exchange}</h2>
        <pre class="copyable" tabindex="0"><code>${command}</code></pre>
      </div>`,
  )
  return layout(call, { title: text.allowed, main })
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

const texts: PerLanguage<Record<'allowed' | 'allowedNext' | 'exchange' | 'denied' | 'deniedNext', string>> = {
  ko: {
    allowed: '동의가 끝났습니다',
    allowedNext: '애플리케이션이라면 여기서 code를 받습니다. 한 번만, 10분 안에 쓸 수 있습니다.',
    exchange: '코드를 토큰으로 바꾸는 명령',
    denied: '동의하지 않았습니다',
    deniedNext: '애플리케이션은 error=access_denied를 받습니다. 아무 권한도 주지 않았습니다.',
  },
  en: {
    allowed: 'Consent is given',
    allowedNext: 'This is where an application receives its code. It works once, within 10 minutes.',
    exchange: 'Exchange the code for tokens',
    denied: 'Consent was not given',
    deniedNext: 'The application receives error=access_denied. Nothing was granted.',
  },
}
