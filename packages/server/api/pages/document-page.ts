import { documentPaths } from '@onair/contract'
import type { Tables } from '../../infra/db/tables.ts'
import { html, type Html } from './html.ts'
import { cardPage, layout } from './layout.ts'
import { returnPathOf, withReturnPath, type PageRequest } from './page-route.ts'

/** The page of a document of the site. */
export function documentPage(request: PageRequest, document: Tables['site_document']): Html {
  const title = request.strings.layout.documents[document.kind]
  const main = html`<article class="card document">
    <div class="intro">
      <h1>${title}</h1>
      <p class="soft">${versionLine(document, request)}</p>
    </div>
    ${paragraphs(document.text)}
  </article>`
  return layout(request, { title, main, width: 'wide' })
}

/** The page where a person accepts the documents of the site. */
export function acceptPage(request: PageRequest, documents: Tables['site_document'][]): Html {
  const t = request.strings.acceptTerms
  const version = Math.max(0, ...documents.map((document) => document.version))
  const content = html`<ul class="documents">
      ${documents.map(
        (document) =>
          html`<li>
            <a href="${documentPaths[document.kind]}" target="_blank"
              >${request.strings.layout.documents[document.kind]}</a
            >
            <span class="soft">${versionLine(document, request)}</span>
          </li>`,
      )}
    </ul>
    <form method="post" action="${withReturnPath('/accept-terms', returnPathOf(request))}">
      <input type="hidden" name="csrf" value="${request.csrf}" />
      <input type="hidden" name="version" value="${version}" />
      <button>${t.accept}</button>
    </form>
    <p class="soft">${t.otherwise} <a href="/account">${t.account}</a></p>`
  return cardPage(request, { title: t.title, about: t.about(request.site.name), content })
}

function versionLine(
  { created_at: createdAt, version }: Tables['site_document'],
  { language, strings }: PageRequest,
): string {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(createdAt)
  return strings.acceptTerms.version(version, date)
}

/** The text of a document: blank lines separate paragraphs, and a line that begins with `# ` is a heading. */
function paragraphs(text: string): Html[] {
  return text
    .split(/\n{2,}/)
    .map((part) => (part.startsWith('# ') ? html`<h2>${part.slice(2)}</h2>` : html`<p>${part}</p>`))
}
