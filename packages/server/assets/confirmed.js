// The page in which a person signed in again at a provider: the page that opened it goes on.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
new BroadcastChannel('onair-confirmed').postMessage('confirmed')
window.close()
