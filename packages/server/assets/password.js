// The buttons that show and hide what a password field holds.
for (const button of document.querySelectorAll('button[data-shows]')) {
  const input = document.getElementById(button.dataset.shows)
  const showLabel = button.textContent
  const show = (isShown) => {
    input.type = isShown ? 'text' : 'password'
    button.textContent = isShown ? button.dataset.hide : showLabel
  }
  button.hidden = false
  button.addEventListener('click', () => show(input.type === 'password'))
  // Browsers offer to store a password only from a password field.
  input.form.addEventListener('submit', () => show(false))
}
