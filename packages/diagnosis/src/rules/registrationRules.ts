import type { View } from "../facts/View.ts"
import { term } from "../words/Text.ts"
import {
  addressChange,
  isDeleting,
  isOnHold,
  notRegistered,
  outcomeIn,
  registrationDeleting,
  registrationEnded,
  registrationOnHold
} from "./commonSignals.ts"
import { rule, signal, when, worth } from "./Rule.ts"

/** A signal that contradicts an expired registration, because the name resolves as before. */
const resolvesAsBefore = signal("resolves_as_before", "dns.answers", 50, ({ facts, group }: View) => {
  const addresses = (facts.dns?.answers ?? []).filter(({ type }) => type === "A" || type === "AAAA")
  const answered = addresses.some(({ status }) => status === "ok")
  const changed = (facts.dns?.changes ?? []).length > 0
  return when(answered && !changed && group !== "dns")
})

const noDelegation = signal("no_delegation", "dns.delegation", 10, ({ facts }) =>
  when(facts.dns?.delegation?.parent?.length === 0)
)

const showsParking = signal("parked", "page", 20, ({ seen }) =>
  when(seen.parked !== null, { service: term(seen.parked ?? "") })
)

const supports = [outcomeIn(20, "dns"), noDelegation, showsParking, worth(10, addressChange)]

export const registrationRules = [
  rule("registration_expired", {
    grounds: [registrationEnded],
    supports: [
      ...supports,
      signal("registration_on_hold", "registration.statuses", 10, (view) => when(isOnHold(view)))
    ],
    against: [
      resolvesAsBefore,
      signal("registration_deleting", "registration.statuses", 45, (view) => when(isDeleting(view))),
      worth(45, notRegistered)
    ]
  }),
  rule("registration_on_hold", {
    grounds: [registrationOnHold],
    supports,
    against: [
      resolvesAsBefore,
      worth(40, registrationEnded),
      signal("registration_deleting", "registration.statuses", 30, (view) => when(isDeleting(view)))
    ]
  }),
  rule("registration_deleted", {
    grounds: [registrationDeleting, notRegistered],
    supports,
    against: [resolvesAsBefore]
  })
]
