// The service worker that shows the notices of the site. It controls no page and stores nothing.
self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/favicon.ico', data: { path } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(event.notification.data.path))
})
