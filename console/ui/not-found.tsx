import { Stack } from '@mantine/core'
import { localize } from '../lib/language.ts'
import { AnchorLink } from './links.tsx'
import { PageTitle } from './page-title.tsx'

export function NotFound() {
  return (
    <Stack>
      <PageTitle>{t.title}</PageTitle>
      <p>
        {t.about} <AnchorLink to="/console/apps">{t.back}</AnchorLink>
      </p>
    </Stack>
  )
}

const t = localize({
  ko: {
    title: '페이지가 없습니다',
    about: '주소가 바뀌었거나, 다른 사람의 것일 수 있습니다.',
    back: '내 애플리케이션으로',
  },
  en: {
    title: 'There is no such page',
    about: 'Its address may have changed, or it may be someone else’s.',
    back: 'To your applications',
  },
})
