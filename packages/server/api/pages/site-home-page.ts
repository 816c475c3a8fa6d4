import type { BrowsedLive } from '../../features/lives/browse-lives.ts'
import { html, type Html } from './html.ts'
import { avatar, layout } from './layout.ts'
import type { PageRequest } from './page-route.ts'

type Category = NonNullable<BrowsedLive['category']>
type PageData = {
  lives: readonly BrowsedLive[]
  following: readonly BrowsedLive[]
  categories: readonly (Category & { lives: number })[]
  text: string
  categoryId: string | null
  hasIdentityProvider: boolean
}

/** The home page of a site: who is live, by category and by search, and the followed channels. */
export function siteHomePage(request: PageRequest, data: PageData): Html {
  const { lives, following, categories, text, categoryId } = data
  const t = request.strings.siteHome
  const isFiltered = text !== '' || categoryId !== null
  const chosen = categories.find((category) => category.categoryId === categoryId)
  const heading = text !== '' ? t.resultsFor(text) : chosen ? categoryName(chosen, request) : t.live
  const { welcome } = request.site
  const main = html`${identityNotice(request, data)}
    ${welcome !== '' && !isFiltered && html`<p class="welcome">${welcome}</p>`}
    <form class="search" method="get" action="/" role="search">
      <input
        type="search"
        name="q"
        value="${text}"
        maxlength="100"
        aria-label="${t.search}"
        placeholder="${t.search}"
      />
      <button type="submit" class="quiet">${t.searchButton}</button>
    </form>
    ${
      !isFiltered &&
      following.length > 0 &&
      html`<section class="shelf" aria-labelledby="following">
        <h2 id="following">${t.following}</h2>
        ${liveGrid(following, request)}
      </section>`
    }
    <section class="shelf" aria-labelledby="live">
      <h1 id="live">${heading}</h1>
      ${
        categories.length > 0 &&
        html`<nav class="chips" aria-label="${t.categories}">
          ${chip(t.all, '/', !isFiltered)}
          ${categories.map((category) =>
            chip(
              categoryName(category, request),
              `/?${String(new URLSearchParams({ category: category.categoryId }))}`,
              category.categoryId === categoryId,
              category.lives,
            ),
          )}
        </nav>`
      }
      ${lives.length > 0 ? liveGrid(lives, request, 'h2') : emptyState(isFiltered, request)}
      ${!isFiltered && lives.length > 0 && html`<p><a href="/watch">${t.allLives}</a></p>`}
    </section>`
  return layout(request, { title: t.pageTitle, main, width: 'full', hasSearch: request.visitor !== null })
}

function identityNotice({ visitor, strings }: PageRequest, { hasIdentityProvider }: PageData): Html | false {
  if (visitor === null || visitor.identityVerified || !hasIdentityProvider) return false
  return html`<p class="notice">
    ${strings.siteHome.notVerified} <a href="/verify-identity">${strings.siteHome.verify}</a>
  </p>`
}

function chip(label: string, href: string, isCurrent: boolean, count?: number): Html {
  return html`<a href="${href}" ${isCurrent && html`aria-current="page"`}
    >${label}${count !== undefined && html` <span>${count}</span>`}</a
  >`
}

type CardHeading = 'h2' | 'h3'

/** Lives as cards with pictures. The headings of the cards are one level below the one above them. */
export function liveGrid(lives: readonly BrowsedLive[], request: PageRequest, heading: CardHeading = 'h3'): Html {
  return html`<ul class="lives">
    ${lives.map((live) => liveCard(live, request, heading))}
  </ul>`
}

function liveCard(live: BrowsedLive, request: PageRequest, heading: CardHeading): Html {
  const { title, pictureUrl, viewers, adult, channelId, channelName, category } = live
  const t = request.strings.siteHome
  return html`<li class="card">
    <div class="picture">
      <img src="${pictureUrl}" alt="" width="480" height="270" loading="lazy" />
      <b>${t.liveBadge}</b><span>${t.viewers(viewers)}</span>
    </div>
    <${heading}><a href="/watch/${channelId}">${title ?? t.defaultTitle(channelName)}</a></${heading}>
    <p class="owner">${avatar(channelName)}<bdi>${channelName}</bdi></p>
    <p>
      ${category && html`<span class="tag">${categoryName(category, request)}</span>`}
      ${adult && html`<span class="tag">${t.adult}</span>`}
    </p>
  </li>`
}

function categoryName({ categoryValue, categoryEnglishName }: Category, { language }: PageRequest): string {
  return language === 'ko' ? categoryValue : categoryEnglishName
}

function emptyState(isFiltered: boolean, { strings: { siteHome: t } }: PageRequest): Html {
  return html`<div class="card empty">
    <p>${isFiltered ? t.noResults : t.noLives}</p>
    <p>${isFiltered ? html`<a href="/">${t.live}</a>` : html`<a href="/studio">${t.startOwn}</a>`}</p>
  </div>`
}
