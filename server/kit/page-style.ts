import { css } from './html.ts'

/** How the pages look: one sheet, inside each page. System fonts, light and dark, from phone width up. */
export const pageStyle = css`
  :root {
    color-scheme: light dark;
    --ground: #f6f5f2;
    --card: #ffffff;
    --ink: #1d1c1a;
    --soft: #5f5c56;
    --line: #dedbd4;
    --field: #8b877e;
    --action: #1d1c1a;
    --on-action: #ffffff;
    --action-over: #3a3834;
    --quiet-over: #f1efea;
    --link: #1f55c4;
    --focus: #2f6bed;
    --air: #d9363e;
    --bad: #b3202a;
    --bad-ground: #fdefee;
    --bad-line: #efc4c1;
    --warn: #7a4b00;
    --warn-ground: #fff4dc;
    --warn-line: #eccf94;
    --amber: #ffc53d;
    --on-amber: #3d2700;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --ground: #131416;
      --card: #1c1e21;
      --ink: #ecebe8;
      --soft: #a5a29b;
      --line: #33363b;
      --field: #72767d;
      --action: #ecebe8;
      --on-action: #17181a;
      --action-over: #ffffff;
      --quiet-over: #25282c;
      --link: #8db4ff;
      --focus: #7aa7ff;
      --air: #ff6b6b;
      --bad: #ff9c96;
      --bad-ground: #331a1b;
      --bad-line: #63302f;
      --warn: #ffd27d;
      --warn-ground: #2f2612;
      --warn-line: #5d4a1f;
      --amber: #e0a419;
      --on-amber: #211500;
    }
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  html {
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
  }
  body {
    margin: 0;
    min-height: 100vh;
    min-height: 100dvh;
    display: flex;
    flex-direction: column;
    background: var(--ground);
    color: var(--ink);
    font:
      400 1rem/1.6 system-ui,
      -apple-system,
      'Apple SD Gothic Neo',
      'Segoe UI',
      'Malgun Gothic',
      'Noto Sans KR',
      'Noto Sans CJK KR',
      Roboto,
      sans-serif;
    word-break: keep-all;
    overflow-wrap: anywhere;
  }
  a {
    color: var(--link);
    text-underline-offset: 0.2em;
    text-decoration-thickness: 1px;
  }
  a:hover {
    text-decoration-thickness: 2px;
  }
  :focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
    border-radius: 6px;
  }
  h1,
  h2,
  p,
  ul,
  dl,
  dd {
    margin: 0;
    padding: 0;
  }
  ul {
    list-style: none;
  }
  h1 {
    font-size: 1.5rem;
    line-height: 1.3;
    font-weight: 700;
    letter-spacing: -0.015em;
  }
  h2 {
    font-size: 0.875rem;
    line-height: 1.5;
    font-weight: 650;
    color: var(--soft);
  }
  small,
  .small {
    font-size: 0.875rem;
    line-height: 1.55;
  }
  .soft {
    color: var(--soft);
  }
  .sandbox {
    background: var(--amber);
    color: var(--on-amber);
    padding: 0.4rem 1rem;
    text-align: center;
    font-size: 0.875rem;
  }
  header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 1rem;
    padding: 1rem 1.25rem;
  }
  .brand {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    color: var(--ink);
    font-weight: 750;
    letter-spacing: -0.02em;
    text-decoration: none;
    font-size: 1.0625rem;
  }
  .brand circle {
    fill: var(--air);
  }
  .brand path {
    fill: none;
    stroke: var(--ink);
    stroke-width: 2.6;
    stroke-linecap: round;
  }
  nav {
    display: flex;
    gap: 0.25rem;
    font-size: 0.875rem;
  }
  nav > * {
    padding: 0.35rem 0.6rem;
    border-radius: 8px;
    color: var(--soft);
    text-decoration: none;
  }
  nav > a:hover {
    color: var(--ink);
    text-decoration: underline;
  }
  nav > [aria-current] {
    color: var(--ink);
    font-weight: 650;
  }
  main {
    flex: 1;
    width: 100%;
    max-width: 29rem;
    margin: 0 auto;
    padding: 1rem 1rem 4rem;
  }
  @media (min-height: 44rem) and (min-width: 40rem) {
    main {
      padding-top: 4vh;
    }
  }
  main.wide {
    max-width: 40rem;
  }
  .card {
    background: var(--card);
    border: 1px solid var(--line);
    border-radius: 18px;
    padding: 1.75rem;
    display: grid;
    gap: 1.25rem;
    box-shadow:
      0 1px 2px rgb(0 0 0 / 0.03),
      0 12px 32px -16px rgb(0 0 0 / 0.12);
  }
  .card + .card,
  .card + .aside,
  .aside + .card {
    margin-top: 1rem;
  }
  @media (max-width: 30rem) {
    .card {
      padding: 1.35rem 1.2rem;
      border-radius: 16px;
    }
    main {
      padding: 0.25rem 0.75rem 3rem;
    }
    header {
      padding: 0.75rem 1rem;
    }
  }
  .intro {
    display: grid;
    gap: 0.4rem;
  }
  .aside {
    padding: 0 0.5rem;
    text-align: center;
  }
  form {
    margin: 0;
  }
  .fields {
    display: grid;
    gap: 1.1rem;
  }
  .field {
    display: grid;
    gap: 0.35rem;
  }
  label {
    font-weight: 600;
    font-size: 0.9375rem;
  }
  input {
    width: 100%;
    font: inherit;
    color: inherit;
    background: var(--card);
    border: 1px solid var(--field);
    border-radius: 10px;
    padding: 0.65rem 0.8rem;
    min-height: 2.9rem;
  }
  input:focus-visible {
    outline-offset: 0;
    border-color: var(--focus);
    border-radius: 10px;
  }
  input[aria-invalid='true'] {
    border-color: var(--bad);
    border-width: 2px;
  }
  .fault {
    color: var(--bad);
    font-size: 0.875rem;
    font-weight: 550;
  }
  .notice {
    border: 1px solid var(--line);
    border-radius: 12px;
    padding: 0.75rem 0.9rem;
    font-size: 0.9375rem;
  }
  .notice.bad {
    color: var(--bad);
    background: var(--bad-ground);
    border-color: var(--bad-line);
  }
  button,
  .button {
    font: inherit;
    font-weight: 650;
    min-height: 2.9rem;
    padding: 0.6rem 1.1rem;
    border-radius: 10px;
    border: 1px solid var(--action);
    background: var(--action);
    color: var(--on-action);
    cursor: pointer;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    text-align: center;
    text-decoration: none;
  }
  button:hover,
  .button:hover {
    background: var(--action-over);
    border-color: var(--action-over);
  }
  button:focus-visible,
  .button:focus-visible {
    border-radius: 10px;
  }
  .fields > button {
    width: 100%;
  }
  button.quiet,
  .button.quiet {
    background: transparent;
    color: var(--ink);
    border-color: var(--field);
  }
  button.quiet:hover,
  .button.quiet:hover {
    background: var(--quiet-over);
    border-color: var(--ink);
  }
  button.link {
    background: none;
    border: 0;
    min-height: 1.75rem;
    padding: 0.15rem 0;
    color: var(--link);
    font-weight: 500;
    font-size: 0.875rem;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    text-decoration-thickness: 1px;
  }
  button.link:hover {
    text-decoration-thickness: 2px;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem;
  }
  .choice {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 0.75rem;
  }
  .who {
    display: flex;
    align-items: center;
    gap: 0.8rem;
    min-width: 0;
  }
  .who > div {
    flex: 1;
    min-width: 0;
  }
  .who b {
    display: block;
    line-height: 1.35;
    font-weight: 650;
  }
  .who form {
    flex: none;
  }
  .initial {
    flex: none;
    width: 2.5rem;
    height: 2.5rem;
    border-radius: 50%;
    display: grid;
    place-items: center;
    background: var(--quiet-over);
    border: 1px solid var(--line);
    font-weight: 700;
  }
  .app .initial {
    width: 3.25rem;
    height: 3.25rem;
    border-radius: 14px;
    font-size: 1.375rem;
    background: var(--ink);
    color: var(--card);
    border: 0;
  }
  .account {
    border: 1px solid var(--line);
    border-radius: 12px;
    padding: 0.75rem 0.9rem;
    flex-wrap: wrap;
  }
  .group {
    display: grid;
    gap: 0.5rem;
  }
  .group ul {
    border: 1px solid var(--line);
    border-radius: 12px;
    overflow: hidden;
  }
  .group li {
    padding: 0.65rem 0.9rem;
    display: grid;
    grid-template-columns: 1.25rem 1fr;
    gap: 0.15rem 0.65rem;
    font-size: 0.9375rem;
    line-height: 1.5;
  }
  .group li + li {
    border-top: 1px solid var(--line);
  }
  .group li > svg {
    width: 1.25rem;
    height: 1.25rem;
    margin-top: 0.1rem;
    fill: none;
    stroke: var(--soft);
    stroke-width: 1.7;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .group li.risky {
    background: var(--warn-ground);
  }
  .group li.risky > svg {
    stroke: var(--warn);
  }
  .group li p {
    grid-column: 2;
    font-size: 0.875rem;
    color: var(--warn);
  }
  .tag {
    display: inline-block;
    margin-inline-start: 0.35rem;
    padding: 0 0.45rem;
    border-radius: 6px;
    border: 1px solid var(--warn-line);
    color: var(--warn);
    font-size: 0.75rem;
    font-weight: 700;
    line-height: 1.5;
    vertical-align: 0.08em;
  }
  details {
    font-size: 0.9375rem;
  }
  summary {
    cursor: pointer;
    padding: 0.25rem 0;
    font-weight: 600;
    color: var(--soft);
    font-size: 0.875rem;
    border-radius: 6px;
  }
  details ul {
    padding: 0.25rem 0 0 1.1rem;
    list-style: disc;
    font-size: 0.875rem;
    color: var(--soft);
  }
  .people {
    display: grid;
    gap: 0.5rem;
  }
  .people button {
    width: 100%;
    justify-content: flex-start;
    gap: 0.75rem;
    text-align: start;
    font-weight: 400;
    padding: 0.5rem 0.8rem;
    background: transparent;
    color: var(--ink);
    border-color: var(--line);
  }
  .people button:hover {
    background: var(--quiet-over);
    border-color: var(--field);
  }
  .people b {
    display: block;
    font-weight: 650;
    line-height: 1.35;
    font-size: 0.9375rem;
  }
  .people span > span {
    color: var(--soft);
    font-size: 0.8125rem;
    line-height: 1.35;
  }
  .people i {
    font-style: normal;
    margin-inline-start: auto;
    color: var(--soft);
    font-size: 0.8125rem;
    flex: none;
  }
  dl {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 0.4rem 1rem;
    font-size: 0.9375rem;
  }
  dt {
    color: var(--soft);
  }
  code {
    font:
      0.875em ui-monospace,
      SFMono-Regular,
      Menlo,
      Consolas,
      monospace;
  }
  @media (forced-colors: active) {
    .card,
    .people button,
    button {
      border: 1px solid;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    button,
    .button,
    a {
      transition:
        background-color 0.12s,
        border-color 0.12s;
    }
  }
  .copyable {
    margin: 0.5rem 0 0;
    padding: 0.875rem 1rem;
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--ground);
    white-space: pre-wrap;
    word-break: break-all;
    user-select: all;
    font-size: 0.8125rem;
    line-height: 1.55;
  }
`
