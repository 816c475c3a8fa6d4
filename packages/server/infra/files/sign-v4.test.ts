import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodeS3, signV4 } from './sign-v4.ts'

// The examples of "Authenticating Requests: Using the Authorization Header" in the documentation of Amazon S3.
const keys = {
  keyId: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const now = Date.UTC(2013, 4, 24)
const noBody = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const host = 'https://examplebucket.s3.amazonaws.com'

describe('signV4', () => {
  for (const [method, path, headers, signature] of [
    ['GET', '/test.txt', { range: 'bytes=0-9' }, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
    [
      'PUT',
      `/${encodeS3('test$file.text')}`,
      {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      },
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    ['GET', '/?lifecycle', {}, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    ['GET', '/?max-keys=2&prefix=J', {}, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ] as const)
    test(`signs ${method} ${path} as the documentation of S3 does`, () => {
      const request = { method, url: new URL(path, host), headers: { 'x-amz-content-sha256': noBody, ...headers }, now }
      assert.equal(signV4(request, keys)['authorization']?.split('Signature=')[1], signature)
    })
})
