import { CONTACT_EMAIL, type ContactRule, type ContactRules } from "@mon/model"

/** The facts that decide how a person is reached by one alert. */
export interface ContactQuestion {
  readonly rules: ContactRules
  /** The own channels of the person that can receive alerts now. */
  readonly channelIds: ReadonlyArray<string>
  /** Whether the alert is critical. */
  readonly isUrgent: boolean
  /** Whether the alert lasts until a recovery. Otherwise, it is an event, which only the first rules announce. */
  readonly lasts: boolean
}

/**
 * Plans how a person is reached: the rules for the urgency whose ways work, by their delay. If no way works, the person
 * gets an email at once. Nobody can acknowledge an event, so only the rules with the shortest delay apply to it.
 *
 * @example
 * planContacts({
 *   rules: { high: [{ afterMinutes: 0, via: "018f" }, { afterMinutes: 5, via: "email" }], low: [] },
 *   channelIds: [],
 *   isUrgent: true,
 *   lasts: true
 * }) // => [{ afterMinutes: 5, via: "email" }]
 */
export const planContacts = ({ channelIds, isUrgent, lasts, rules }: ContactQuestion): ReadonlyArray<ContactRule> => {
  const wanted = isUrgent ? rules.high : rules.low
  const working = wanted.filter(({ via }) => via === CONTACT_EMAIL || channelIds.includes(via))
  const once = new Map(working.map((rule) => [`${rule.via} ${rule.afterMinutes}`, rule]))
  const planned = [...once.values()].toSorted((one, other) => one.afterMinutes - other.afterMinutes)
  const [first] = planned
  if (first === undefined) return [{ afterMinutes: 0, via: CONTACT_EMAIL }]
  return lasts ? planned : planned.filter(({ afterMinutes }) => afterMinutes === first.afterMinutes)
}
