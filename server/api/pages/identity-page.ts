import { html, type Html } from './html.ts'
import type { PerLanguage } from './language.ts'
import type { PageRequest } from './page-route.ts'
import type { Visitor } from '../../shared/visitor.ts'
import { layout } from './layout.ts'
import { initialOf } from '../../shared/text.ts'

/** What verifying is, for which account, and what is remembered of it; or that it is done. `issuer` is the provider where it is yet to be done. */
export function identityPage(call: PageRequest, { channelName, email }: Visitor, issuer: string | null): Html {
  const t = strings[call.language]
  const main = html`<div class="card">
    <div class="intro">
      <h1>${t.title}</h1>
      <p class="soft">${t.about}</p>
    </div>
    <div class="who account">
      <span class="initial" aria-hidden="true">${initialOf(channelName)}</span>
      <div>
        <b><bdi>${channelName}</bdi></b
        ><span class="small soft">${email}</span>
      </div>
    </div>
    ${issuer === null ? verifiedSection(call) : startSection(call, issuer)}
  </div>`
  return layout(call, { title: t.title, main })
}

function verifiedSection({ language }: PageRequest): Html {
  const t = strings[language]
  return html`<p class="notice good" role="status">${t.done}</p>
    <div class="buttons"><a class="button quiet" href="/">${t.start}</a></div>`
}

function startSection({ csrf, language }: PageRequest, issuer: string): Html {
  const t = strings[language]
  return html`<ul class="points">
      ${t.points.map((point) => html`<li>${point}</li>`)}
    </ul>
    <form method="post" action="/verify-identity" class="fields">
      <input type="hidden" name="csrf" value="${csrf}" /><button>${t.begin}</button>
    </form>
    <p class="small soft">
      ${t.leads} <bdi><code>${new URL(issuer).host}</code></bdi>
    </p>`
}

type Strings = Record<'title' | 'about' | 'done' | 'start' | 'begin' | 'leads', string> & { points: readonly string[] }

const strings: PerLanguage<Strings> = {
  ko: {
    title: '본인 인증',
    about: '본인 인증을 마친 사람만 채팅할 수 있는 채널이 있습니다.',
    done: '이 계정은 본인 인증을 마쳤습니다.',
    start: '처음으로',
    points: [
      '인증 기관의 페이지에서 본인임을 확인한 뒤 이곳으로 돌아옵니다.',
      '한 사람은 한 계정만 인증할 수 있습니다.',
      '이름이나 생년월일은 저장하지 않습니다. 같은 사람인지 알아볼 수 있지만 되돌릴 수 없는 값 하나만 남깁니다.',
    ],
    begin: '본인 인증하기',
    leads: '다음 주소로 이동합니다:',
  },
  en: {
    title: 'Verify your identity',
    about: 'Some channels let only people chat who have verified who they are.',
    done: 'The identity of this account is verified.',
    start: 'Back to the start',
    points: [
      'You show who you are on the page of an identity provider, and come back here.',
      'One person can verify one account.',
      'We keep neither your name nor your date of birth: only a value that tells you from others and cannot be read back.',
    ],
    begin: 'Verify my identity',
    leads: 'You will be led to',
  },
}
