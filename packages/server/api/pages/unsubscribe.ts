import { findUnsubscribed, unsubscribe } from '../../features/notices/bell.ts'
import { unusableLinkPage } from './account/unusable-link-page.ts'
import { definePage, page } from './page-route.ts'
import { donePage } from './done-page.ts'
import { unsubscribePage } from './unsubscribe-page.ts'

/** Opening the link stops nothing: mail programs open links ahead of their readers. */
export const showUnsubscribe = definePage('GET', '/unsubscribe', async (request, deps) => {
  const token = request.query.get('token') ?? ''
  const found = await findUnsubscribed(token, deps)
  if (found === null) return unusableLinkPage(request, 'account')
  return page(unsubscribePage(request, { token, channelName: found.channelName }))
})

/** RFC 8058: a mail program sends the form itself, without a cookie. The token in the address proves it. */
export const submitUnsubscribe = {
  ...definePage('POST', '/unsubscribe', async (request, deps) => {
    const token = request.query.get('token') ?? ''
    const isDone = await unsubscribe({ token, isOne: request.form.get('of') === 'channel' }, deps)
    return isDone ? page(donePage(request, request.strings.unsubscribe)) : unusableLinkPage(request, 'account')
  }),
  isByToken: true,
}
