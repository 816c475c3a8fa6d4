import { makeCode } from '../../testing/codes.ts'
import { openScene, type Answer, type Cast, type Scene } from '../../testing/scene.ts'

type Client = Cast['client']

/** A scene with a person and an application, and the calls of the authorization group. */
export async function openAuth(app?: object) {
  const scene = await openScene()
  const cast = await scene.cast(app)
  const { client, channelId } = cast
  const post = (path: string, json: object) => scene.call('POST', path, { json })

  return {
    ...scene,
    ...cast,
    newCode: (state?: string) =>
      makeCode({ clientId: client.clientId, channelId, ...(state !== undefined && { state }) }, scene.world),
    exchange: (code: string, as: Client = client): Promise<Answer> =>
      post('/auth/v1/token', { grantType: 'authorization_code', ...as, code, state: 'a state' }),
    refresh: (refreshToken: string, as: Client = client): Promise<Answer> =>
      post('/auth/v1/token', { grantType: 'refresh_token', ...as, refreshToken }),
    revoke: (token: string, hint?: 'access_token' | 'refresh_token', as: Client = client): Promise<Answer> =>
      post('/auth/v1/token/revoke', { ...as, token, ...(hint && { tokenTypeHint: hint }) }),
    isAlive: (token: string) => isAlive(scene, token),
  }
}

/** Whether a call with this access token is let in; anything but 200 and 401 INVALID_TOKEN is a fault of the test. */
async function isAlive(scene: Scene, token: string): Promise<boolean> {
  const { status, body } = await scene.call('GET', '/open/v1/users/me', { token })
  if (status === 200) return true
  if (status === 401 && body.message === 'INVALID_TOKEN') return false
  throw new Error(`users/me answered ${status} ${body.message}`)
}

/** Status and message of an answer, which is what a refusal consists of. */
export function refusalIn({ status, body }: Answer): [number, string | null] {
  return [status, body.message]
}

export const invalidToken = [401, 'INVALID_TOKEN']
export const invalidClient = [401, 'INVALID_CLIENT']
export const wrongValue = [400, '잘못된 값을 입력했습니다.']
export const dayMs = 86_400_000
