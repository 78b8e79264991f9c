import { MailHostContacts } from "@mon/core-store"
import type { DnsResolver } from "@mon/dns/effect"
import { type ListKeys, openTransport } from "@mon/email-health"
import { EmailHealth } from "@mon/email-health/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { limitContacts, withoutContacts } from "./limitContacts.ts"

export interface EmailHealthEngineSettings {
  readonly listKeys: ListKeys
  /** The additional trust anchors, in PEM form. */
  readonly extraCa: ReadonlyArray<string>
  readonly contactMailHosts: boolean
}

/** The email health engine, with the service's address policy and its limit on connections to mail hosts. */
export const layerEmailHealthEngine = ({
  contactMailHosts,
  extraCa,
  listKeys
}: EmailHealthEngineSettings): Layer.Layer<EmailHealth, never, DnsResolver | NetworkPolicy | MailHostContacts> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const policy = yield* NetworkPolicy
      const contacts = yield* MailHostContacts
      const open = openTransport({ policy, extraCa })
      const transport = contactMailHosts ? limitContacts(open, contacts) : withoutContacts(open)
      return EmailHealth.layerNoDeps({ listKeys, transport })
    })
  )
