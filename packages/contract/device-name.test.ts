import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deviceOf } from './device-name.ts'

const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('deviceOf', () => {
  for (const [userAgent, expected] of [
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${engine} Chrome/140.0.0.0 Safari/537.36`, 'Chrome Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${engine} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Edge Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${engine} Chrome/140.0.0.0 Whale/4.33 Safari/537.36`, 'Whale Windows'],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S928N) ${engine} SamsungBrowser/28.0 Chrome/130.0 Mobile`,
      'Samsung Internet Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari iPhone',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
      'Safari macOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox Linux'],
    ['curl/8.5.0', null],
    [null, null],
  ] as const)
    test(`${userAgent} is ${expected}`, () => {
      const device = deviceOf(userAgent)
      assert.equal(device && `${device.browser} ${device.system}`, expected)
    })
})
