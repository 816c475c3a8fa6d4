import type { Visitor } from '../../../shared/callers/visitor.ts'
import { html, type Html } from '../html.ts'
import { accountCard, cardPage } from '../layout.ts'
import type { PageRequest } from '../page-route.ts'

/** Explains identity verification and starts it. With `issuer` null it shows that the identity is verified. */
export function identityPage(request: PageRequest, visitor: Visitor, issuer: string | null): Html {
  const t = request.strings.identity
  const content = html`${accountCard(visitor)}
  ${issuer === null ? verifiedSection(request) : startSection(request, issuer)}`
  return cardPage(request, { title: t.title, about: t.about, content })
}

function verifiedSection({ strings: { identity: t } }: PageRequest): Html {
  return html`<p class="notice good" role="status">${t.done}</p>
    <div class="buttons"><a class="button quiet" href="/">${t.home}</a></div>`
}

function startSection({ csrf, strings: { identity: t } }: PageRequest, issuer: string): Html {
  return html`<ul class="points">
      ${t.points.map((point) => html`<li>${point}</li>`)}
    </ul>
    <form method="post" action="/verify-identity" class="fields">
      <input type="hidden" name="csrf" value="${csrf}" /><button>${t.start}</button>
    </form>
    <p class="soft">
      ${t.destination} <bdi><code>${new URL(issuer).host}</code></bdi>
    </p>`
}
