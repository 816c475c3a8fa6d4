import { hashSecret } from './secrets.ts'

/** The hash of the id in a device cookie, by which a browser is stored. */
export function deviceHashOf(deviceCookie: string): Buffer {
  const [deviceId = ''] = deviceCookie.split('.')
  return hashSecret(deviceId)
}
