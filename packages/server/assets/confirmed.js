// The page in which a person signed in again at a provider: the page that opened it goes on.
new BroadcastChannel('onair-confirmed').postMessage('confirmed')
window.close()
