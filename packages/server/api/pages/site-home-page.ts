import type { BrowsedLive } from '../../features/lives/browse-lives.ts'
import type { ShelfChannel, ShelfPlan, ShelfReplay } from '../../features/watch/home-shelves.ts'
import { html, type Html } from './html.ts'
import { avatar, layout } from './layout.ts'
import type { PageRequest } from './page-route.ts'

type Category = NonNullable<BrowsedLive['category']>
type PageData = {
  lives: readonly BrowsedLive[]
  following: readonly BrowsedLive[]
  categories: readonly (Category & { lives: number })[]
  /** Broadcasts that channels plan, the next first. */
  plans: readonly ShelfPlan[]
  /** Channels that are not live. */
  channels: readonly ShelfChannel[]
  replays: readonly ShelfReplay[]
  now: number
  text: string
  categoryId: string | null
  hasIdentityProvider: boolean
}

/**
 * The home page of a site: who is live, by category and by search, and the followed channels. The first card of the first
 * shelf leads: the live with the most viewers, or while no channel is live the next broadcast, or the last one.
 */
export function siteHomePage(request: PageRequest, data: PageData): Html {
  const { lives, following, categories, plans, channels, replays, text, categoryId } = data
  const t = request.strings.siteHome
  const isFiltered = text !== '' || categoryId !== null
  const chosen = categories.find((category) => category.categoryId === categoryId)
  const heading = text !== '' ? t.resultsFor(text) : chosen ? categoryName(chosen, request) : t.live
  const isNew = !isFiltered && lives.length + plans.length + replays.length + channels.length === 0
  const followed = new Set(isFiltered ? [] : following.map(({ channelId }) => channelId))
  const others = lives.filter(({ channelId }) => !followed.has(channelId))
  const main = html`${identityNotice(request, data)}
  ${isFiltered ? searchForm(request, text) : siteHead(request, { isQuiet: lives.length === 0, isNew })}
  ${isNew && firstSteps(request)}
  ${
    !isFiltered &&
    following.length > 0 &&
    html`<section class="shelf" aria-labelledby="following">
      <h2 id="following">${t.following}</h2>
      ${liveGrid(following, request, { hasLead: true })}
    </section>`
  }
  ${
    (isFiltered || others.length > 0) &&
    html`<section class="shelf" aria-labelledby="live">
      ${isFiltered ? html`<h1 id="live">${heading}</h1>` : html`<h2 id="live">${heading}</h2>`}
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
      ${others.length === 0 ? noResults(request) : liveGrid(others, request, isFiltered ? { heading: 'h2' } : { hasLead: following.length === 0 })}
      ${!isFiltered && html`<p><a href="/watch">${t.allLives}</a></p>`}
    </section>`
  }
  ${plans.length > 0 && planShelf(data, request)} ${replays.length > 0 && replayShelf(data, request)}
  ${channels.length > 0 && channelShelf(data, request)}`
  return layout(request, { title: t.pageTitle, main, width: 'full', hasSearch: request.visitor !== null })
}

function searchForm({ strings: { siteHome: t } }: PageRequest, text: string): Html {
  return html`<form class="search" method="get" action="/" role="search">
    <input type="search" name="q" value="${text}" maxlength="100" aria-label="${t.search}" placeholder="${t.search}" />
    <button type="submit" class="quiet">${t.searchButton}</button>
  </form>`
}

/** The name of the site, what its operators say about it and, while nobody is live, how to take part. */
function siteHead(request: PageRequest, { isQuiet, isNew }: { isQuiet: boolean; isNew: boolean }): Html {
  const { isSignUpOpen, site, visitor } = request
  const t = request.strings.siteHome
  const { name, welcome } = site
  return html`<div class="site-head">
    <div>
      <h1><bdi>${name}</bdi></h1>
      ${welcome !== '' && html`<p class="welcome">${welcome}</p>`}
      ${isQuiet && html`<p class="soft">${isNew ? t.isNew : t.noLives}</p>`}
    </div>
    ${
      !isQuiet
        ? searchForm(request, '')
        : html`<p class="buttons">
            ${
              visitor === null
                ? html`${isSignUpOpen && html`<a class="button" href="/sign-up">${t.signUp}</a>`}
                    <a class="button quiet" href="/sign-in">${t.signIn}</a>`
                : html`<a class="button" href="/studio">${t.startOwn}</a>`
            }
          </p>`
    }
  </div>`
}

/** The first steps on a site where nothing has happened yet: of its operator, or of everyone. */
function firstSteps({ strings: { siteHome: t }, visitor }: PageRequest): Html {
  const { label, steps } = visitor?.siteRole === 'OPERATOR' ? t.operatorSteps : t.firstSteps
  return html`<section class="shelf" aria-labelledby="steps">
    <h2 id="steps">${label}</h2>
    <ul class="card-grid">
      ${steps.map(
        ({ path, title, about }) =>
          html`<li class="card card-row">
            <div>
              <h3><a class="card-link" href="${path}">${title}</a></h3>
              <p>${about}</p>
            </div>
          </li>`,
      )}
    </ul>
  </section>`
}

/** The next broadcasts as cards: when they start, by the clocks of the streamer. */
function planShelf({ plans, lives, now }: PageData, request: PageRequest): Html {
  const { language, strings } = request
  const t = strings.siteHome
  return html`<section class="shelf" aria-labelledby="plans">
    <h2 id="plans">${t.plans}</h2>
    <ul class="card-grid">
      ${plans.map(
        ({ channelId, channelName, channelImageUrl, title, timeZone, nextAt, ...plan }, at) =>
          html`<li class="card card-row${at === 0 && lives.length === 0 && ' lead'}">
            ${avatar(channelName, channelImageUrl)}
            <div>
              <h3><a class="card-link" href="/watch/${channelId}">${title}</a></h3>
              <p>
                <bdi>${channelName}</bdi>${plan.category !== null && html` · ${categoryName(plan.category, request)}`}
              </p>
              <p>
                <time datetime="${new Date(nextAt).toISOString()}"
                  >${startFormat(language, timeZone).format(nextAt)}</time
                >
                · ${timeUntil(nextAt - now, language)}
              </p>
            </div>
          </li>`,
      )}
    </ul>
  </section>`
}

const startFormat = (language: PageRequest['language'], timeZone: string) =>
  new Intl.DateTimeFormat(language, {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })

/** Channels as cards: picture, name, followers, and when they were live last. */
function channelShelf({ channels, now, lives }: PageData, { language, strings: { siteHome: t } }: PageRequest): Html {
  return html`<section class="shelf" aria-labelledby="channels">
    <h2 id="channels">${lives.length === 0 ? t.channels : t.moreChannels}</h2>
    <ul class="card-grid">
      ${channels.map(
        ({ channelId, channelName, channelImageUrl, followerCount, lastClosedAt, lastTitle, verifiedMark }) =>
          html`<li class="card card-row">
            ${avatar(channelName, channelImageUrl)}
            <div>
              <h3>
                <a class="card-link" href="/watch/${channelId}"><bdi>${channelName}</bdi></a
                >${verifiedMark && html` <span aria-label="${t.verified}" role="img">✓</span>`}
              </h3>
              <p>
                ${t.followers(followerCount)}${lastClosedAt !== null && html` · ${t.lastLive(timeAgo(lastClosedAt - now, language))}`}
              </p>
              ${lastTitle !== null && html`<p class="clip"><bdi>${lastTitle}</bdi></p>`}
            </div>
          </li>`,
      )}
    </ul>
  </section>`
}

/** The last recordings as cards. */
function replayShelf(
  { replays, plans, lives, now }: PageData,
  { language, strings: { siteHome: t } }: PageRequest,
): Html {
  return html`<section class="shelf" aria-labelledby="replays">
    <h2 id="replays">${t.replays}</h2>
    <ul class="card-grid lives">
      ${replays.map(
        ({ channelId, channelName, channelImageUrl, recordingId, title, durationMs, endedAt, imageUrl }, at) =>
          html`<li class="card${at === 0 && lives.length + plans.length === 0 && ' lead'}">
            <div class="picture">
              <img src="${imageUrl}" alt="" width="480" height="270" loading="lazy" />
              <span>${lengthOf(durationMs)}</span>
            </div>
            <h3>
              <a class="card-link" href="/watch/${channelId}/replays/${recordingId}"
                >${title ?? t.defaultTitle(channelName)}</a
              >
            </h3>
            <p class="owner">
              ${avatar(channelName, channelImageUrl)}<bdi>${channelName}</bdi> · ${timeAgo(endedAt - now, language)}
            </p>
          </li>`,
      )}
    </ul>
  </section>`
}

const units = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A time that has passed, in words: `3 hours ago`. */
function timeAgo(ms: number, language: PageRequest['language']): string {
  const [unit, unitMs] = units.find(([, least]) => -ms >= least) ?? ['minute', 60_000]
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.min(0, Math.ceil(ms / unitMs)), unit)
}

/** A time to come, in words: `in 3 hours`. */
function timeUntil(ms: number, language: PageRequest['language']): string {
  const [unit, unitMs] = units.find(([, least]) => ms >= least) ?? ['minute', 60_000]
  return new Intl.RelativeTimeFormat(language).format(Math.floor(ms / unitMs), unit)
}

function lengthOf(ms: number): string {
  const [minutes, seconds] = [Math.floor(ms / 60_000), Math.floor(ms / 1_000) % 60]
  const rest = `${String(minutes % 60).padStart(minutes < 60 ? 1 : 2, '0')}:${String(seconds).padStart(2, '0')}`
  return minutes < 60 ? rest : `${Math.floor(minutes / 60)}:${rest}`
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
type Grid = { heading?: CardHeading; hasLead?: boolean }

/** Lives as cards with pictures. The headings of the cards are one level below the one above them. */
export function liveGrid(lives: readonly BrowsedLive[], request: PageRequest, grid: Grid = {}): Html {
  const { heading = 'h3', hasLead = false } = grid
  return html`<ul class="card-grid lives">
    ${lives.map((live, at) => liveCard(live, request, { heading, isLead: hasLead && at === 0 }))}
  </ul>`
}

type CardForm = { heading: CardHeading; isLead: boolean }

function liveCard(live: BrowsedLive, request: PageRequest, { heading, isLead }: CardForm): Html {
  const { title, pictureUrl, viewers, adult, channelId, channelName, channelImageUrl, category } = live
  const t = request.strings.siteHome
  return html`<li class="card${isLead && ' lead'}">
    <div class="picture">
      <img src="${pictureUrl}" alt="" width="480" height="270" loading="lazy" />
      <b>${t.liveBadge}</b><span>${t.viewers(viewers)}</span>
    </div>
    <${heading}><a class="card-link" href="/watch/${channelId}">${title ?? t.defaultTitle(channelName)}</a></${heading}>
    <p class="owner">${avatar(channelName, channelImageUrl)}<bdi>${channelName}</bdi></p>
    <p>
      ${category && html`<span class="tag">${categoryName(category, request)}</span>`}
      ${adult && html`<span class="tag">${t.adult}</span>`}
    </p>
  </li>`
}

function categoryName(
  { categoryValue, categoryEnglishName }: Omit<Category, 'categoryId'>,
  { language }: PageRequest,
): string {
  return { ko: categoryValue, en: categoryEnglishName }[language]
}

function noResults({ strings: { siteHome: t } }: PageRequest): Html {
  return html`<div class="card empty">
    <p>${t.noResults}</p>
    <p><a href="/">${t.live}</a></p>
  </div>`
}
