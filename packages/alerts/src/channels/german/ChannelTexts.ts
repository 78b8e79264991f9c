import type { Channel } from "../Channel.ts"

/** The texts about a setting: its label, the place where people find its value, and the error message. */
type SettingTexts = readonly [label: string, help: string, message: string]

/** The texts about a channel, except its name. */
export interface ChannelTexts<Name extends string = string> {
  readonly about: string
  readonly steps: readonly [string, string, string]
  readonly appearance: string
  readonly fields: { readonly [Field in Name]: SettingTexts }
}

/** The texts of a declared channel, with one entry for each of its settings. */
export type TextsOf<Declared> = Declared extends Channel<string, infer Name extends string> ? ChannelTexts<Name> : never
