import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { html, renderHtml } from './html.ts'

const attack = `"><script>alert('&')</script>`

describe('html', () => {
  test('escapes text between tags, in attributes and in lists', () => {
    const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;'
    assert.equal(renderHtml(html`<p>${attack}</p>`), `<p>${escaped}</p>`)
    assert.equal(renderHtml(html`<p title="${attack}"></p>`), `<p title="${escaped}"></p>`)
    assert.equal(renderHtml(html`<p>${[attack, attack]}</p>`), `<p>${escaped}${escaped}</p>`)
  })

  test('does not escape HTML twice, and renders nothing for null, undefined and false', () => {
    assert.equal(renderHtml(html`<p>${html`<b>${'<'}</b>`}${null}${undefined}${false}${0}</p>`), '<p><b>&lt;</b>0</p>')
  })
})
