import type { ReceiverChange } from "@mon/api-contract"

type Change = Omit<ReceiverChange, "message">

const spelled: ReadonlyMap<string, string> = new Map([["whatsapp", "WhatsApp"]])

const listed = (names: ReadonlyArray<string>): string => {
  const words = names.map((name) => spelled.get(name) ?? name)
  return words.length <= 1 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`
}

/** Capitalizes a sentence, unless it begins with the name of a channel. */
const capital = (sentence: string): string =>
  sentence.replace(
    /^(?:(?:email|webhooks)(?=, | and | will )|(?:the (?:next )?people on call|everyone) in )/u,
    (name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  )

/**
 * Returns a sentence that lists monitors and the new receivers of their alerts.
 *
 * @example
 * ```ts
 * receiverSentence({ monitors: ["Shop"], kinds: [], before: ["email"], after: [] }) // => "Nobody will receive alerts about Shop. Until now: email."
 * ```
 */
export const receiverSentence = ({ after, before, kinds, monitors }: Change): string => {
  const which = kinds.length === 0 ? "" : ` (${kinds.map((kind) => kind.replaceAll("_", " ")).join(", ")})`
  const alerts = `alerts about ${listed(monitors)}${which}`
  if (after.length === 0)
    return `Nobody will receive ${alerts}.${before.length === 0 ? "" : ` Until now: ${listed(before)}.`}`
  const [lost, gained] = [before.filter((one) => !after.includes(one)), after.filter((one) => !before.includes(one))]
  if (gained.length === 0) return capital(`${listed(lost)} will no longer receive ${alerts}.`)
  if (lost.length === 0) return capital(`${listed(gained)} will also receive ${alerts}.`)
  return capital(`${listed(gained)} will receive ${alerts}, and ${listed(lost)} will no longer receive them.`)
}
