// The buttons that sign in with a passkey, where the browser can (WebAuthn Level 3, section 5.1.9).
for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) continue
  const failed = form.querySelector('[role=alert]')
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    failed.hidden = true
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(form.dataset.passkey))
    navigator.credentials.get({ publicKey }).then(
      (credential) => {
        form.elements.credential.value = JSON.stringify(credential.toJSON())
        form.submit()
      },
      () => {
        failed.hidden = false
      },
    )
  })
}
