import { SegmentedControl } from '@mantine/core'
import { wireProfiles, type WireProfile } from '@onair/contract'
import { localize } from '../../lib/language.ts'
import layout from '../../ui/layout.module.css'

/** Which reading of the interface an application gets. */
export function WireProfileSelect({ value, onChange }: { value: WireProfile; onChange: (value: WireProfile) => void }) {
  return (
    <div>
      <div id="profile" className={layout.label}>
        {t.profile}
      </div>
      <p className="small soft">{t.hint}</p>
      <SegmentedControl
        aria-labelledby="profile"
        value={value}
        onChange={onChange}
        data={wireProfiles.map((profile) => ({ value: profile, label: t.profiles[profile] }))}
      />
    </div>
  )
}

const t = localize({
  ko: {
    profile: '응답 형식',
    hint: '명세 그대로 받을지, 공개 서비스의 클라이언트가 실제로 기대하는 모양으로 받을지 정합니다.',
    profiles: { documented: '명세 그대로', observed: '실제 서비스처럼' },
  },
  en: {
    profile: 'Wire profile',
    hint: 'Answers as the specification writes them, or as clients of the public service expect them.',
    profiles: { documented: 'As documented', observed: 'As observed' },
  },
})
