import type { MailHostContacts } from "@mon/core-store"
import { notContacted, type OpenTransport } from "@mon/email-health"
import * as Effect from "effect/Effect"
import { readStoredContact } from "./StoredReport.ts"

/**
 * Makes a transport that connects to each mail host at most once every ten minutes, for all accounts together. In the
 * meantime, it returns the result of the last connection.
 */
export const limitContacts =
  (open: OpenTransport, contacts: MailHostContacts["Service"]): OpenTransport =>
  (resolve) => {
    const { get, startTls } = open(resolve)
    if (startTls === null) return { get, startTls }
    return {
      get,
      startTls: async (name, signal) => {
        const host = name.toLowerCase()
        const permit = await Effect.runPromise(contacts.begin(host), { signal })
        if (permit._tag === "Refused") return readStoredContact(permit.contact) ?? notContacted("recently_contacted")
        const contact = await startTls(host, signal)
        await Effect.runPromise(contacts.store(host, contact), { signal })
        return contact
      }
    }
  }

export const withoutContacts =
  (open: OpenTransport): OpenTransport =>
  (resolve) => ({ get: open(resolve).get, startTls: null })
