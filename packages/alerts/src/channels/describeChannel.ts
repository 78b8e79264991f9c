import { argumentsOf, aString, shape } from "@mon/bundled/arguments"
import type { Channel, ChannelAbilities, ChannelLimit, ChannelRate } from "./Channel.ts"
import type { ChannelField } from "./ChannelField.ts"

/** A setting as plain data, for a form or a schema. */
export interface DescribedField extends Omit<ChannelField, "refusal"> {
  readonly name: string
}

/** A channel as plain data: JSON for the API, the documentation and forms. */
export interface DescribedChannel {
  readonly kind: string
  readonly name: string
  readonly about: string
  readonly steps: ReadonlyArray<string>
  readonly appearance: string
  readonly fields: ReadonlyArray<DescribedField>
  readonly abilities: ChannelAbilities
  readonly limits: ReadonlyArray<ChannelLimit>
  readonly rate: ChannelRate | null
}

const describeField = (
  name: string,
  { choices, example, help, isOptional, isSealed, label, maximum, message, pattern, type }: ChannelField
): DescribedField => ({ name, type, label, help, example, isSealed, isOptional, maximum, choices, pattern, message })

const acceptDescribeChannel = /* @__PURE__ */ argumentsOf("describeChannel", () => ({
  channel: shape<Channel>("a channel, such as slack", { kind: aString, name: aString, about: aString })
}))

/**
 * Returns a channel as plain data, without its functions.
 *
 * @example
 * describeChannel(slack).fields[0]?.label // => "Webhook URL"
 */
export const describeChannel = (channel: Channel): DescribedChannel => {
  acceptDescribeChannel(channel)
  const { abilities, about, appearance, fields, kind, limits, name, rate, steps } = channel
  return {
    kind,
    name,
    about,
    steps,
    appearance,
    fields: Object.entries(fields).map(([field, declared]) => describeField(field, declared)),
    abilities,
    limits,
    rate
  }
}
