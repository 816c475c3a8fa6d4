import { inLanguage } from './language.ts'

/** What is plainly wrong with a redirect URL, told before the platform is asked; the platform has the last word. */
export function faultOfRedirect(text: string): string | null {
  const url = URL.parse(text)
  if (url === null) return said.notAbsolute
  if (text.includes('#')) return said.fragment
  if (url.username !== '' || url.password !== '') return said.user
  return null
}

const said = inLanguage({
  ko: {
    notAbsolute: 'https://나 앱 스킴으로 시작하는 전체 주소를 쓰세요.',
    fragment: '#이 있는 주소는 쓸 수 없습니다.',
    user: '사용자 이름이나 비밀번호가 든 주소는 쓸 수 없습니다.',
  },
  en: {
    notAbsolute: 'Write the whole address, from https:// or the scheme of your app on.',
    fragment: 'It may not have a #.',
    user: 'It may not hold a user name or password.',
  },
})
