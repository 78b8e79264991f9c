import { html, type Html } from "../page/Html.ts"

/** Links to the pages before and after; nothing when there is one page. `list` is the parameter and the heading to go to. */
export const pager = (list: string, at: number, total: number, limit: number): Html | null => {
  const pages = Math.max(1, Math.ceil(total / limit))
  if (pages === 1 && at === 1) return null
  const to = (number: number, label: string): Html => html`<a href="/?${list}=${number}#${list}">${label}</a>`
  return html`<nav class="pager" aria-label="Pages of ${list}">
    ${at > 1 ? to(Math.min(at - 1, pages), "Newer") : null}
    <span>Page ${at} of ${pages}</span>${at < pages ? to(at + 1, "Older") : null}
  </nav>`
}
