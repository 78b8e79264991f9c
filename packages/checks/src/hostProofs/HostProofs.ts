import { type HostProofFinding, Secrets } from "@mon/core-store"
import { DnsResolver } from "@mon/dns/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

/** The key-derivation label of proofs. */
const LABEL = "host proof"
const PREFIX = "mon-proof="
/** How long a lookup may take. */
const LOOKUP_CAP = "5 seconds"

/** A TXT record that proves that a host belongs to an account. */
export interface HostProof {
  readonly name: string
  readonly value: string
}

const message = (accountId: string, hostname: string) => `${accountId} ${hostname}`

/** Proofs that hosts belong to an account: TXT records that only somebody with the DNS of the host can publish. */
export class HostProofs extends Context.Service<
  HostProofs,
  {
    /** The record that proves it. The account is its public id. */
    readonly record: (accountId: string, hostname: string) => HostProof
    /** Whether the record is published. `unknown`: no answer in time. */
    readonly find: (accountId: string, hostname: string) => Effect.Effect<HostProofFinding>
  }
>()("@mon/checks/HostProofs") {
  static readonly layer: Layer.Layer<HostProofs, never, DnsResolver | Secrets> = Layer.effect(
    HostProofs,
    Effect.gen(function* () {
      const resolver = yield* DnsResolver
      const secrets = yield* Secrets
      const record = (accountId: string, hostname: string): HostProof => ({
        name: `_mon.${hostname}`,
        value: PREFIX + secrets.sign(LABEL, message(accountId, hostname))
      })
      const isProof = (accountId: string, hostname: string) => (text: string) =>
        text.startsWith(PREFIX) && secrets.verify(LABEL, message(accountId, hostname), text.slice(PREFIX.length))
      const find = Effect.fn("HostProofs.find")(function* (accountId: string, hostname: string) {
        const answer = yield* resolver
          .query(`_mon.${hostname}`, "TXT")
          .pipe(Effect.timeoutOption(LOOKUP_CAP), Effect.orElseSucceed(Option.none))
        if (Option.isNone(answer)) return "unknown"
        const texts = answer.value.records.map(({ chunks }) => chunks.join(""))
        return texts.some(isProof(accountId, hostname)) ? "published" : "absent"
      })
      return HostProofs.of({ record, find })
    })
  )
}
