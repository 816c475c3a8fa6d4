import { inLanguage } from '../language.ts'
import { Copied } from './copied.tsx'

/** Someone by name, and by the id that programs know them by. */
export function Who({
  channelId,
  name,
  isVerified = false,
}: {
  channelId: string
  name: string
  isVerified?: boolean
}) {
  return (
    <div>
      <b>
        <bdi>{name}</bdi>
      </b>
      {isVerified && (
        <svg viewBox="0 0 24 24" width="16" height="16" className="line verified" role="img" aria-label={said.verified}>
          <path d="M5 12.5l4.5 4.5L19 7.5" />
        </svg>
      )}
      <div className="small soft">
        <Copied value={channelId} />
      </div>
    </div>
  )
}

const said = inLanguage({ ko: { verified: '인증된 채널' }, en: { verified: 'Verified channel' } })
