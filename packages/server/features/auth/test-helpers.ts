import { createAuthorizationCode } from '../../../../tests/support/apps/auth-codes.ts'
import { openTestApp, type ApiResponse, type Fixture, type TestApp } from '../../../../tests/support/apps/test-app.ts'

type Client = Fixture['client']

/** A test app with a person, an application, and the calls of the authorization group. */
export async function openAuthTestApp(app?: object) {
  const testApp = await openTestApp()
  const fixture = await testApp.createFixture(app)
  const { client, channelId } = fixture
  const post = (path: string, json: object) => testApp.call('POST', path, { json })

  return {
    ...testApp,
    ...fixture,
    createCode: (state?: string) =>
      createAuthorizationCode(
        { clientId: client.clientId, channelId, ...(state !== undefined && { state }) },
        testApp.deps,
      ),
    exchange: (code: string, credentials: Client = client): Promise<ApiResponse> =>
      post('/auth/v1/token', { grantType: 'authorization_code', ...credentials, code, state: 'a state' }),
    refresh: (refreshToken: string, credentials: Client = client): Promise<ApiResponse> =>
      post('/auth/v1/token', { grantType: 'refresh_token', ...credentials, refreshToken }),
    revoke: (
      token: string,
      hint?: 'access_token' | 'refresh_token',
      credentials: Client = client,
    ): Promise<ApiResponse> =>
      post('/auth/v1/token/revoke', { ...credentials, token, ...(hint && { tokenTypeHint: hint }) }),
    isTokenValid: (token: string) => isTokenValid(testApp, token),
  }
}

/** Whether users/me accepts this access token. Throws unless the response is 200 or 401 INVALID_TOKEN. */
async function isTokenValid(testApp: TestApp, token: string): Promise<boolean> {
  const { status, body } = await testApp.call('GET', '/open/v1/users/me', { token })
  if (status === 200) return true
  if (status === 401 && body.message === 'INVALID_TOKEN') return false
  throw new Error(`users/me answered ${status} ${body.message}`)
}

export function statusAndMessage({ status, body }: ApiResponse): [number, string | null] {
  return [status, body.message]
}

export const invalidToken = [401, 'INVALID_TOKEN']
export const invalidClient = [401, 'INVALID_CLIENT']
export const invalidValue = [400, '잘못된 값을 입력했습니다.']
export const dayMs = 86_400_000
