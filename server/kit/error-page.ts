import { html } from './html.ts'
import type { InEach } from './language.ts'
import { page, type Frame, type Page } from './page-call.ts'
import { shell } from './shell-page.ts'

/** A page that says why it is not the page one asked for, and what to do next. */
export function errorPage(
  frame: Frame,
  { status, title, next, detail, retryAfterSec }: Explained & { detail?: string; retryAfterSec?: number },
): Page {
  const main = html`<div class="card">
    <div class="intro">
      <h1>${title}</h1>
      <p>${next}</p>
    </div>
    ${detail !== undefined && html`<p class="notice small">${detail}</p>`}
    <div class="buttons">
      ${frame.here !== null && detail === undefined && html`<a class="button quiet" href="${frame.here}">${words[frame.language].again}</a>`}
      <a class="button quiet" href="/">${words[frame.language].start}</a>
    </div>
  </div>`
  return page(shell(frame, { title, main }), { status, ...(retryAfterSec !== undefined && { retryAfterSec }) })
}

type Explained = { status: number; title: string; next: string }

const words: InEach<{ again: string; start: string }> = {
  ko: { again: '다시 열기', start: '처음으로' },
  en: { again: 'Open again', start: 'Back to the start' },
}

/** What the pages say about each kind of failure. */
export const explained: InEach<{
  forged: Explained
  tooLarge: Explained
  unreadable: Explained
  fault: Explained
  wait: (minutes: number) => Explained
}> = {
  ko: {
    forged: {
      status: 403,
      title: '양식이 만료되었습니다',
      next: '그사이 로그인이 바뀌었거나 다른 사이트에서 보낸 요청입니다. 페이지를 다시 열고 한 번 더 시도해 주세요. 브라우저에서 쿠키를 막았다면 이 사이트의 쿠키를 허용해 주세요.',
    },
    tooLarge: { status: 413, title: '입력이 너무 깁니다', next: '내용을 줄여서 다시 보내 주세요.' },
    unreadable: { status: 400, title: '읽을 수 없는 요청입니다', next: '페이지를 다시 열고 한 번 더 시도해 주세요.' },
    fault: {
      status: 500,
      title: '저희 쪽에 문제가 생겼습니다',
      next: '잠시 뒤에 다시 시도해 주세요. 입력하신 내용은 저장되지 않았을 수 있습니다.',
    },
    wait: (minutes) => ({
      status: 429,
      title: '시도가 너무 많습니다',
      next: `계정을 지키기 위해 잠시 멈췄습니다. ${minutes}분 뒤에 다시 시도해 주세요.`,
    }),
  },
  en: {
    forged: {
      status: 403,
      title: 'This form is out of date',
      next: 'You signed in or out in the meantime, or the request came from another site. Open the page again and try once more. If your browser blocks cookies, allow those of this site.',
    },
    tooLarge: { status: 413, title: 'That is too long', next: 'Shorten it and send it again.' },
    unreadable: { status: 400, title: 'This request cannot be read', next: 'Open the page again and try once more.' },
    fault: {
      status: 500,
      title: 'Something went wrong on our side',
      next: 'Try again in a moment. What you entered may not have been saved.',
    },
    wait: (minutes) => ({
      status: 429,
      title: 'Too many attempts',
      next: `To keep accounts safe we have paused. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    }),
  },
}
