import { html, type Html } from "@mon/status-page"

/** Says what needs a confirmed address, and asks for the link that confirms it. */
export const confirmFirst = (email: string, what: string): Html =>
  html`<p>
      <strong>Confirm your address first.</strong> You accepted an invitation with a link that was not sent to
      <strong>${email}</strong>. ${what} as soon as you have opened a link there and chosen a new password.
    </p>
    <p>You will then be signed out everywhere, and your API keys stop working. Create new ones afterwards.</p>
    <form method="post" action="/reset">
      <input type="hidden" name="email" value="${email}" />
      <button type="submit">Send the link</button>
    </form>`
