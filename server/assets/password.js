// The buttons that show what a password field holds.
for (const button of document.querySelectorAll('button[data-shows]')) {
  const input = document.getElementById(button.dataset.shows)
  const show = (isShown) => {
    input.type = isShown ? 'text' : 'password'
    button.setAttribute('aria-pressed', String(isShown))
  }
  button.hidden = false
  button.addEventListener('click', () => show(input.type === 'password'))
  // Browsers offer to store a password only from a password field.
  input.form.addEventListener('submit', () => show(false))
}
