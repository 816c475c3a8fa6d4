import { html } from './html.ts'
import type { PerLanguage } from './language.ts'
import { page, type PageContext, type Page } from './page-route.ts'
import { layout } from './layout.ts'

/** A page that says why it is not the page one asked for, and what to do next. */
export function errorPage(
  context: PageContext,
  { status, title, next, detail, retryAfterSec }: ErrorText & { detail?: string; retryAfterSec?: number },
): Page {
  const main = html`<div class="card">
    <div class="intro">
      <h1>${title}</h1>
      <p>${next}</p>
    </div>
    ${detail !== undefined && html`<p class="notice small">${detail}</p>`}
    <div class="buttons">
      ${context.currentPath !== null && detail === undefined && html`<a class="button quiet" href="${context.currentPath}">${strings[context.language].retry}</a>`}
      <a class="button quiet" href="/">${strings[context.language].home}</a>
    </div>
  </div>`
  return page(layout(context, { title, main }), { status, ...(retryAfterSec !== undefined && { retryAfterSec }) })
}

type ErrorText = { status: number; title: string; next: string }

const strings: PerLanguage<{ retry: string; home: string }> = {
  ko: { retry: '다시 열기', home: '처음으로' },
  en: { retry: 'Open again', home: 'Back to the start' },
}

/** What the pages say about each kind of failure. */
export const errorTexts: PerLanguage<{
  csrf: ErrorText
  tooLarge: ErrorText
  malformed: ErrorText
  serverError: ErrorText
  tooManyAttempts: (minutes: number) => ErrorText
}> = {
  ko: {
    csrf: {
      status: 403,
      title: '양식이 만료되었습니다',
      next: '그사이 로그인이 바뀌었거나 다른 사이트에서 보낸 요청입니다. 페이지를 다시 열고 한 번 더 시도해 주세요. 브라우저에서 쿠키를 막았다면 이 사이트의 쿠키를 허용해 주세요.',
    },
    tooLarge: { status: 413, title: '입력이 너무 깁니다', next: '내용을 줄여서 다시 보내 주세요.' },
    malformed: { status: 400, title: '읽을 수 없는 요청입니다', next: '페이지를 다시 열고 한 번 더 시도해 주세요.' },
    serverError: {
      status: 500,
      title: '저희 쪽에 문제가 생겼습니다',
      next: '잠시 뒤에 다시 시도해 주세요. 입력하신 내용은 저장되지 않았을 수 있습니다.',
    },
    tooManyAttempts: (minutes) => ({
      status: 429,
      title: '시도가 너무 많습니다',
      next: `계정을 지키기 위해 잠시 멈췄습니다. ${minutes}분 뒤에 다시 시도해 주세요.`,
    }),
  },
  en: {
    csrf: {
      status: 403,
      title: 'This form is out of date',
      next: 'You signed in or out in the meantime, or the request came from another site. Open the page again and try once more. If your browser blocks cookies, allow those of this site.',
    },
    tooLarge: { status: 413, title: 'That is too long', next: 'Shorten it and send it again.' },
    malformed: { status: 400, title: 'This request cannot be read', next: 'Open the page again and try once more.' },
    serverError: {
      status: 500,
      title: 'Something went wrong on our side',
      next: 'Try again in a moment. What you entered may not have been saved.',
    },
    tooManyAttempts: (minutes) => ({
      status: 429,
      title: 'Too many attempts',
      next: `To keep accounts safe we have paused. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    }),
  },
}
