import type { Email } from "../src/index.ts"

/** A valid email. */
export const anEmail: Email = {
  to: "Ann <ann@example.org>",
  subject: "DOWN shop.example.com",
  text: "It does not answer.\n",
  html: "<p>It does not answer.</p>",
  messageId: "<4eb7a63f@mon.example.com>",
  inReplyTo: null,
  references: [],
  headers: {},
  listUnsubscribe: null
}
